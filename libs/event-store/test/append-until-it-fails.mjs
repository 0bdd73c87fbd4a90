// Appends events to the store in argv[2] until an append fails, and prints the name of its error.
import { randomUUID } from 'node:crypto';
import { openEventStore } from '../src/index.ts';

const store = await openEventStore({ file: process.argv[2] });
const events = () => [{ id: randomUUID(), type: 'Written', data: 'x'.repeat(20_000), metadata: {} }];
try {
  for (;;) await store.append(`crash-${randomUUID()}`, events(), 'no-stream');
} catch (error) {
  process.stdout.write(error.name);
}
