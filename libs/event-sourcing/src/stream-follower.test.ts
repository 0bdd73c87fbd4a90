import { randomUUID } from 'node:crypto';
import { openEventStore, type Position } from '@outlay/event-store';
import { EventStoreDbServer } from '@outlay/event-store/testing';
import { eventually } from '@outlay/testing';
import { StreamFollower } from './stream-follower.js';

test('a follower names a stream of its kind that an operator hides, when it happens', async () => {
  const server = await EventStoreDbServer.start();
  const events = await openEventStore({ url: server.url, file: 'unused' });
  const projected: string[] = [];
  const warnings: string[] = [];
  const follower = new StreamFollower(events, {
    prefix: 'access-',
    checkpoint: { read: async () => null, write: async (_: Position) => undefined },
    project: async (id) => void projected.push(id),
    isUnavailable: () => false,
    warn: (message) => void warnings.push(message),
  });
  await follower.onApplicationBootstrap();
  for (const stream of ['access-1', 'other-1']) {
    await events.append(stream, [{ id: randomUUID(), type: 'Granted', data: {}, metadata: {} }], 'no-stream');
    server.log.softDelete(stream);
  }
  await eventually(() => warnings.length > 0);
  expect(warnings).toEqual(['access-1 was deleted, or its events were hidden, in the event store']);
  expect(projected).toEqual(['1']);
  await follower.onApplicationShutdown();
  await events.close();
  server.stop();
});
