import { EventStoreDbServer } from '@outlay/event-store/testing';
import { makeSnapshot } from './snapshot.js';

it('a snapshot is made although the event store fails meanwhile', async () => {
  const server = await EventStoreDbServer.start();
  server.faults.read = 'ends early';
  setTimeout(() => (server.faults.read = null), 200);
  const end = { asOf: '2020-01-01T00:00:00.000Z' };
  const ask = await makeSnapshot({ eventStore: { url: server.url, file: '' }, end }, () => undefined);
  expect(await ask({ kind: 'receipt', fileName: 'none.pdf' })).toBeNull();
  server.stop();
});
