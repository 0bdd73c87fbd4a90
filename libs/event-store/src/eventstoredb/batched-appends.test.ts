import { eventually } from '@outlay/testing';
import { setTimeout } from 'node:timers/promises';
import { anEvent } from '../contract/fixtures.js';
import { EventStoreOutcomeUnknown, EventStoreUnavailable, type NewEvent } from '../event-store.js';
import { withServer } from './testing/fixtures.js';

const given = withServer();
const append = (stream: string, events: readonly NewEvent[] = [anEvent(stream)]) =>
  given.store.append(stream, events, 'no-stream');
/** A slow machine would have an append sent again, which the tests that count appends must not. */
const waitForAnswers = () => {
  given.timeouts.answer = given.timeouts.append;
};
const appendMany = (count: number) => Promise.all(Array.from({ length: count }, (_, n) => append(`expense-${n}`)));
const countOf = (stream: string) => given.server.log.stream(stream).length;

describe('the appends of a process', () => {
  test('are messages of one call', async () => {
    waitForAnswers();
    await appendMany(50);
    expect(given.server.received).toMatchObject({ appends: 50, batched: 50 });
    expect(given.server.openBatches).toBe(1);
  });

  test('each get their own answer', async () => {
    await append('expense-1');
    await append('expense-2');
    given.server.log.tombstone('expense-2');
    const [conflict, deleted, two, written] = await Promise.allSettled([
      append('expense-1'),
      given.store.append('expense-2', [anEvent()], 0),
      given.store.append('expense-4', [anEvent(), anEvent()], 'no-stream'),
      append('expense-5', [anEvent('ä 🧾')]),
    ]);
    expect(conflict).toMatchObject({ reason: { name: 'WrongExpectedRevision', stream: 'expense-1', actual: 0 } });
    expect(deleted).toMatchObject({ reason: { message: 'Stream expense-2 was deleted in the event store' } });
    expect(two).toMatchObject({ value: { revision: 1 } });
    expect(written).toMatchObject({ value: { revision: 0 } });
    expect(await given.store.readStream('expense-5')).toMatchObject([{ data: 'ä 🧾' }]);
  });

  test('of which one is large have a call of its own for it', async () => {
    waitForAnswers();
    await append('expense-1', [anEvent('x'.repeat(100_000))]);
    expect(given.server.received).toMatchObject({ appends: 1, batched: 0 });
  });

  test('succeed once each although their call breaks again and again', async () => {
    given.server.log.indexDelayMs = 5;
    let isAppending = true;
    const breaking = (async () => {
      for (; isAppending; await setTimeout(7)) given.server.breakBatches();
    })();
    await appendMany(300);
    isAppending = false;
    await breaking;
    expect(given.server.log.events).toHaveLength(300);
    expect(new Set(given.server.log.events.map(({ stream }) => stream)).size).toBe(300);
  });

  test('are calls of their own if the server is silent on the common one', async () => {
    given.server.faults.batches = 'silent';
    await appendMany(5);
    expect(given.server.log.events).toHaveLength(5);
    expect(given.server.received).toMatchObject({ appends: 5, batched: 0 });
  });

  test('do not ask a server again that does not offer the call', async () => {
    waitForAnswers();
    given.server.faults.batches = 'not offered';
    await append('expense-1');
    given.server.faults.batches = null;
    await append('expense-2');
    expect(given.server.received).toMatchObject({ appends: 2, batched: 0 });
  });

  test('are neither lost nor written twice when the server is killed between them', async () => {
    given.timeouts.append = 2_000;
    given.server.log.indexDelayMs = 3;
    const acknowledged: string[] = [];
    const refused: string[] = [];
    const caller = async (_: unknown, number: number) => {
      for (let n = 0; n < 40; n += 1) {
        const stream = `expense-${number}-${n}`;
        const events = [anEvent(stream), anEvent(stream)];
        await append(stream, events).then(
          () => acknowledged.push(stream),
          async (error: unknown) => {
            if (error instanceof EventStoreUnavailable) refused.push(stream);
            else expect(error).toBeInstanceOf(EventStoreOutcomeUnknown);
            await setTimeout(20);
          },
        );
      }
    };
    const callers = Promise.all(Array.from({ length: 8 }, caller));
    for (let kill = 0; kill < 3; kill += 1) {
      await setTimeout(60);
      given.server.stop();
      await setTimeout(60);
      await given.server.restart();
    }
    await callers;
    expect(acknowledged.length).toBeGreaterThan(100);
    expect(acknowledged.filter((stream) => countOf(stream) !== 2)).toEqual([]);
    expect(refused.filter((stream) => countOf(stream) !== 0)).toEqual([]);
  });

  test('end with the store', async () => {
    await append('expense-1');
    await given.store.close();
    await eventually(() => given.server.openBatches === 0);
  });
});
