import { anEvent, inNamespace } from '../contract/given.js';
import { openEventStoreDb } from './eventstoredb-event-store.js';
import { eachOnAServer } from './testing/given.js';

const given = eachOnAServer();

// Another name there would lose an installation all its events.
test('a stream in a namespace is on the server by the name of both with a point between', async () => {
  const store = openEventStoreDb(inNamespace(given.server.url, 'acme'));
  await store.append('expense-1', [anEvent()], 'no-stream');
  expect(given.server.log.events.map(({ stream }) => stream)).toEqual(['acme.expense-1']);
  await store.close();
});
