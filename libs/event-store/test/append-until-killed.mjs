// Appends events to random streams of the store in argv[2] and prints the id of each that was acknowledged, for ever.
// Runs on the TypeScript sources: Node strips the types, and the hook finds the .ts files behind the .js names.
import { randomUUID } from 'node:crypto';
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const isSource = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
    return next(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
const { openEventStore } = await import('../src/index.ts');

const store = await openEventStore({ file: process.argv[2] });
for (;;) {
  const events = Array.from({ length: 3 }, () => ({ id: randomUUID(), type: 'Written', data: {}, metadata: {} }));
  await store.append(`crash-${randomUUID()}`, events, 'no-stream');
  process.stdout.write(events.map(({ id }) => `${id}\n`).join(''));
}
