import { anEvent, inNamespace } from '../contract/fixtures.js';
import { openEventStoreDb } from './eventstoredb-event-store.js';
import { withServer } from './testing/fixtures.js';

const given = withServer();

// Stored data: under another name, an installation would lose all its events.
test('on the server a stream is named after its namespace, a dot and its own name', async () => {
  const store = openEventStoreDb(inNamespace(given.server.url, 'acme'), given.timeouts);
  await store.append('expense-1', [anEvent()], 'no-stream');
  expect(given.server.log.events.map(({ stream }) => stream)).toEqual(['acme.expense-1']);
  await store.close();
});
