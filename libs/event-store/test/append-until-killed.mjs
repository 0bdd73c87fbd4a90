// Appends events to new streams of the store in argv[2] until killed, and prints the id of each acknowledged event.
import { randomUUID } from 'node:crypto';
import { openEventStore } from '../src/index.ts';

const store = await openEventStore({ file: process.argv[2] });
for (;;) {
  const events = Array.from({ length: 3 }, () => ({ id: randomUUID(), type: 'Written', data: {}, metadata: {} }));
  await store.append(`crash-${randomUUID()}`, events, 'no-stream');
  process.stdout.write(events.map(({ id }) => `${id}\n`).join(''));
}
