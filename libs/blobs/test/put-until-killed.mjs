// Puts blobs into the folder argv[2] and prints the key of each that was acknowledged, for ever. Each blob's type names the
// hash of its content; every other put replaces one and the same key.
// Runs on the TypeScript sources: Node strips the types, and the hook finds the .ts files behind the .js names.
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const isSource = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
    return next(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
const { openBlobs } = await import('../src/index.ts');

const blobs = await openBlobs({ folder: process.argv[2] });
for (;;) {
  for (const key of ['crash/replaced', `crash/${randomUUID()}/receipt.png`]) {
    const content = randomBytes(randomInt(300_000));
    const contentType = `application/x-${createHash('sha256').update(content).digest('hex')}`;
    await blobs.put(key, content, { contentType });
    process.stdout.write(`${key}\n`);
  }
}
