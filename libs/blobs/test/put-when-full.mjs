import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const isSource = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
    return next(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
const { openBlobs } = await import('../src/index.ts');

const blobs = await openBlobs({ folder: process.argv[2] });
const outcomes = [];
for (const size of [1000, 10_000_000]) {
  const put = blobs.put('full/receipt.png', Buffer.alloc(size, 1), { contentType: 'image/png' });
  outcomes.push(
    await put.then(
      () => 'stored',
      (error) => error.name,
    ),
  );
}
process.stdout.write(JSON.stringify(outcomes));
