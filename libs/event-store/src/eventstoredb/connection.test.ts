import { setImmediate as immediate } from 'node:timers/promises';
import { NO_STREAM, type EventStoreDBClient } from '@eventstore/db-client';
import { anEvent } from '../contract/fixtures.js';
import { Connection } from './connection.js';
import { toEventData } from './event-data.js';
import { withServer } from './testing/fixtures.js';

const given = withServer();

test('a call that begins as its connection is replaced for the silence of another is sent on the next one', async () => {
  const credentials = { username: 'outlay', password: 'secret' };
  const connection = new Connection({ address: given.server.url, credentials }, given.timeouts);
  const event = toEventData(anEvent());
  const append = (client: EventStoreDBClient) =>
    client.appendToStream('expense-1', [event], { expectedRevision: NO_STREAM, credentials, deadline: 10_000 });
  let tries = 0;
  const { success } = await connection.run(async (client) => {
    tries += 1;
    if (tries === 1) {
      // The call begins just before the replaced connection is closed.
      const justBefore = immediate();
      await expect(connection.run(() => Promise.reject(new Error('silent')))).rejects.toThrow('silent');
      await justBefore;
    }
    return append(client);
  });
  expect({ success, tries }).toEqual({ success: true, tries: 2 });
  connection.close();
});
