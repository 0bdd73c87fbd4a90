import { eventually } from '@outlay/testing';
import { MessageClient } from '../message-client.js';
import type { Messaging } from '../messaging.js';
import { probe, runProbe } from '../messaging.contract.js';
import { InProcessClient } from './in-process.client.js';
import { InProcessServer } from './in-process.server.js';
import { MessageHub } from './message-hub.js';

/** The grace is longer than the interval of progress signs. */
const GRACE_MS = 500;
const context = { actor: null, correlationId: 'thread-1' };

function messagingWith(graceMs: number): Messaging {
  const hub = new MessageHub();
  const client = new MessageClient(new InProcessClient(hub));
  const server = () => new InProcessServer(hub, graceMs);
  return { client, server, isReady: async () => true, close: async () => undefined };
}

it('a service that ends waits for what makes progress, and not for long for what is silent', async () => {
  const [goingOn, silent] = [messagingWith(GRACE_MS), messagingWith(GRACE_MS)];
  const services = await Promise.all([goingOn, silent].map((messaging) => runProbe(messaging)));
  const [first, second] = services;
  const answer = goingOn.client.call(probe.grow, { untilReleased: true }, context);
  void silent.client.call(probe.grow, { untilReleased: false }, context);
  await eventually(() => services.every(({ waiting }) => waiting() === 1));
  let hasEnded = false;
  const ended = first?.close().then(() => (hasEnded = true));
  // This server closes after the deadline of the other one would have passed.
  await second?.close();
  expect(hasEnded).toBe(false);
  first?.release();
  await ended;
  expect(await answer).toEqual({ instance: 'one' });
  second?.release();
});
