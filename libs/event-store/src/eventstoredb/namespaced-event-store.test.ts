import { anEvent, deferred, inNamespace } from '../contract/fixtures.js';
import { openEventStoreDb } from './eventstoredb-event-store.js';
import { withServer } from './testing/fixtures.js';

const given = withServer();

// The names are stored data: under other names, an installation would lose all its events.
test('on the server a stream is named after its namespace, a dot and its own name', async () => {
  const store = openEventStoreDb(inNamespace(given.server.url, 'acme'), given.timeouts);
  await store.append('expense-1', [anEvent()], 'no-stream');
  expect(given.server.log.events.map(({ stream }) => stream)).toEqual(['acme.expense-1']);
  await store.close();
});

test('a hidden stream, and an event at a position, are named without the namespace', async () => {
  const store = openEventStoreDb(inNamespace(given.server.url, 'acme'), given.timeouts);
  const { position } = await store.append('expense-1', [anEvent()], 'no-stream');
  given.server.log.softDelete('acme.expense-1');
  given.server.log.softDelete('other.expense-1');
  const named = deferred<string>();
  const hidden = async (stream: string) => named.resolve(stream);
  store.subscribe({ prefixes: ['expense-'], after: null, handle: async () => undefined, hidden });
  expect(await named.promise).toBe('expense-1');
  expect(await store.eventAt(position)).toMatchObject({ stream: 'expense-1', position });
  await store.close();
});
