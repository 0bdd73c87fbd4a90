import { EMBEDDED, firstInvite } from '@outlay/composition';
import { EventStoreDbServer } from '@outlay/event-store/testing';
import { eventually, tempFolder } from '@outlay/testing';
import { setTimeout } from 'node:timers/promises';
import { createStandalone } from './standalone.js';

const SECONDS = 4;

test('the idle product has one subscription on EventStoreDB, and makes fewer than three calls a second', async () => {
  const { path: dataDir, remove } = await tempFolder('outlay-idle');
  const server = await EventStoreDbServer.start();
  const backing = { ...EMBEDDED, eventStore: server.url };
  const product = await createStandalone({ dataDir, backing, webRoot: null, logger: ['error'] });
  await firstInvite(product.messages);
  await eventually(() => Object.values(product.isReady()).every(Boolean));
  await eventually(() => server.openSubscriptions.length === 1);
  const calls = () => server.received.reads + server.received.appends;
  const before = calls();
  await setTimeout(SECONDS * 1000);
  expect((calls() - before) / SECONDS).toBeLessThan(3);
  await eventually(() => server.openSubscriptions.length === 1);
  await product.close();
  server.stop();
  await remove();
});
