import { eventually } from '@outlay/testing';
import { anEvent } from '../contract/fixtures.js';
import { EventStoreOutcomeUnknown, EventStoreUnavailable } from '../event-store.js';
import { openEventStoreDb } from './eventstoredb-event-store.js';
import { EventStoreDbServer, type Faults } from './testing/eventstoredb-server.js';
import { withServer } from './testing/fixtures.js';

const EXCEEDED_MS = 300;
/** A deadline before which a request still arrives on a busy machine. */
const ARRIVED_MS = 2000;

const given = withServer();
const events = [anEvent('a'), anEvent('b')];
const append = () => given.store.append('expense-1', events, 'no-stream');
/** Connects first, so that the short deadline of the append does not include connecting. */
const connect = () => given.store.readStream('expense-1');
const storedCount = () => given.server.log.stream('expense-1').length;

describe.each<Faults['batches']>([null, 'not offered'])('an append to a server whose batches are %s', (batches) => {
  beforeEach(() => {
    given.server.faults.batches = batches;
  });

  test.each<[string, Faults['append'], typeof EventStoreUnavailable | typeof EventStoreOutcomeUnknown]>([
    ['never replies', 'never replies', EventStoreOutcomeUnknown],
    ['fails between two events', 'fails midway', EventStoreOutcomeUnknown],
    ['times out', 'times out', EventStoreOutcomeUnknown],
    ['has a full disk', 'read-only', EventStoreUnavailable],
    ['is slower than the deadline', { slowBy: 10_000 }, EventStoreOutcomeUnknown],
  ])('to a server that %s fails without a partial write, and succeeds once when repeated', async (_, fault, error) => {
    await connect();
    given.server.faults.append = fault;
    given.server.phaseTimeoutMs = EXCEEDED_MS / 2;
    const { append: patientAppend } = given.timeouts;
    if (error === EventStoreOutcomeUnknown) given.timeouts.append = EXCEEDED_MS;
    await expect(append()).rejects.toBeInstanceOf(error);
    expect(storedCount()).toBe(0);
    given.server.faults.append = null;
    given.timeouts.append = patientAppend;
    expect((await append()).revision).toBe(1);
    expect(storedCount()).toBe(2);
  });

  test.each<Faults['append']>(['writes and never replies', 'writes and times out'])(
    'to a server that %s is found in its stream',
    async (fault) => {
      given.server.faults.append = fault;
      const { revision, position } = await append();
      expect(await given.store.readStream('expense-1', { from: 1 })).toMatchObject([{ revision, position }]);
      expect(storedCount()).toBe(2);
    },
  );

  test('of an event whose id is no UUID is refused, as a real server does', async () => {
    const refused = given.store.append('expense-1', [{ ...anEvent(), id: 'e-1' }], 'no-stream');
    await expect(refused).rejects.toBeInstanceOf(EventStoreUnavailable);
    expect(storedCount()).toBe(0);
  });

  test('behind earlier events is found where it was expected', async () => {
    await append();
    given.server.faults.append = 'writes and never replies';
    const later = [anEvent('c'), anEvent('d'), anEvent('e')];
    const { revision, position } = await given.store.append('expense-1', later, 1);
    expect(await given.store.readStream('expense-1', { from: 4 })).toMatchObject([{ revision, position }]);
    expect(storedCount()).toBe(5);
  });

  test('repeated has an unknown outcome if its position cannot be read back', async () => {
    await append();
    given.server.faults.read = 'fails midway';
    given.timeouts.append = EXCEEDED_MS;
    await expect(append()).rejects.toBeInstanceOf(EventStoreOutcomeUnknown);
    expect(storedCount()).toBe(2);
  });

  test.each<Faults['append']>(['never replies', 'times out', 'fails midway'])(
    'to a server that %s is sent again within the deadline',
    async (fault) => {
      given.server.faults.append = fault;
      given.server.phaseTimeoutMs = 0;
      const appended = append();
      await eventually(() => given.server.received.appends >= 2);
      given.server.faults.append = null;
      expect((await appended).revision).toBe(1);
      expect(storedCount()).toBe(2);
    },
  );

  test('among thousands at once succeeds, since the server gets few of them at a time', async () => {
    given.timeouts.append = 40_000;
    const streams = Array.from({ length: 2_001 }, (_, n) => `expense-${n}`);
    const appended = await Promise.allSettled(
      streams.map((stream) => given.store.append(stream, [anEvent(stream)], 'no-stream')),
    );
    expect(appended.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(given.server.received.appendsAtOnce).toBeLessThan(200);
  });

  test('that is large, or one of a slow server, is sent once', async () => {
    await connect();
    given.server.faults.append = { slowBy: 8 * given.timeouts.answer };
    const large = anEvent('x'.repeat(1000 * 20 * given.timeouts.answer));
    await given.store.append('expense-1', [large], 'no-stream');
    expect(given.server.received.appends).toBe(1);
    await given.store.append('expense-2', [anEvent()], 'no-stream');
    expect(given.server.received.appends).toBe(2);
  });

  test('that is repeated and refused for another stream’s event of its id is found by its ids', async () => {
    await connect();
    await given.store.append('expense-2', events, 'no-stream');
    // The second attempt comes before the index, and the search after it.
    given.timeouts.answer = 500;
    given.server.log.indexDelayMs = 750;
    given.server.faults.append = 'writes and never replies';
    const appended = append();
    await eventually(() => given.server.received.appends === 2);
    given.server.faults.append = null;
    expect((await appended).revision).toBe(1);
    expect(given.server.received.appends).toBe(3);
    expect(storedCount()).toBe(2);
  });

  test('without an answer is not sent more often than the waits allow, which double', async () => {
    await connect();
    given.server.faults.append = 'never replies';
    given.timeouts.append = 15 * given.timeouts.answer;
    await expect(append()).rejects.toBeInstanceOf(EventStoreOutcomeUnknown);
    expect(given.server.received.appends).toBeLessThanOrEqual(4);
  });

  test('that is refused after it had no answer may still be written', async () => {
    await connect();
    given.server.faults.append = { slowBy: ARRIVED_MS + 500 };
    given.timeouts.append = ARRIVED_MS;
    const appended = append();
    await eventually(() => given.server.received.appends >= 1);
    given.server.faults.append = 'read-only';
    await expect(appended).rejects.toBeInstanceOf(EventStoreOutcomeUnknown);
    await eventually(() => storedCount() === 2);
  });

  test('whose connection breaks before the reply has an unknown outcome', async () => {
    await connect();
    given.server.faults.append = 'writes and never replies';
    given.server.faults.read = 'never replies';
    given.timeouts.append = ARRIVED_MS;
    const appended = append();
    await eventually(() => storedCount() === 2);
    given.server.stop();
    await expect(appended).rejects.toBeInstanceOf(EventStoreOutcomeUnknown);
  });

  test('that loses against another one after it had no answer is a conflict', async () => {
    given.server.faults.append = 'never replies';
    const appended = append();
    await eventually(() => given.server.received.appends >= 1);
    const content = { contentType: 'application/json', data: Buffer.from('{}'), metadata: Buffer.from('{}') };
    given.server.log.append('expense-1', [{ ...anEvent(), ...content }], -1);
    given.server.faults.append = null;
    await expect(appended).rejects.toMatchObject({ name: 'WrongExpectedRevision', actual: 0 });
  });

  test('waits for a slow server within the deadline', async () => {
    given.server.faults.append = { slowBy: 200 };
    expect((await append()).revision).toBe(1);
  });

  describe('repeated before the first is indexed', () => {
    beforeEach(() => {
      given.server.log.indexDelayMs = 50;
      given.server.phaseTimeoutMs = given.timeouts.append;
    });

    test('in one process is sent once', async () => {
      given.timeouts.answer = given.timeouts.append;
      const results = await Promise.all(Array.from({ length: 20 }, append));
      expect(new Set(results.map(({ revision }) => revision))).toEqual(new Set([1]));
      expect(given.server.received.appends).toBe(1);
      expect((await append()).revision).toBe(1);
      expect(given.server.received.appends).toBe(2);
    });

    test('in another process is answered once it is indexed', async () => {
      const other = openEventStoreDb(given.server.url, given.timeouts);
      const results = await Promise.all([append(), other.append('expense-1', events, 'no-stream')]);
      expect(results[0]).toEqual(results[1]);
      expect(given.server.received.appends).toBeGreaterThan(1);
      expect(storedCount()).toBe(2);
      await other.close();
    });

    test('in another stream is not taken for the same', async () => {
      given.timeouts.answer = given.timeouts.append;
      await Promise.all([append(), given.store.append('expense-2', events, 'no-stream')]);
      expect(given.server.log.events).toHaveLength(4);
    });
  });

  test('without a reply does not disturb other running appends', async () => {
    await connect();
    const { append: patientAppend } = given.timeouts;
    given.server.faults.append = 'never replies';
    given.timeouts.append = ARRIVED_MS;
    const unanswered = append();
    await eventually(() => given.server.received.appends >= 1);
    given.server.faults.append = { slowBy: ARRIVED_MS + 500 };
    given.timeouts.append = patientAppend;
    const running = given.store.append('expense-3', [anEvent()], 'no-stream');
    await expect(unanswered).rejects.toBeInstanceOf(EventStoreOutcomeUnknown);
    await expect(running).resolves.toMatchObject({ revision: 0 });
  });

  test('refused with a reply keeps the connection, without a pause', async () => {
    given.timeouts.reconnectPause = 60_000;
    given.store.subscribe({ prefixes: ['expense-'], after: null, handle: async () => undefined });
    await eventually(() => given.server.openSubscriptions.length === 1);
    const [subscription] = given.server.openSubscriptions;
    given.server.faults.append = 'read-only';
    await expect(append()).rejects.toBeInstanceOf(EventStoreUnavailable);
    given.server.faults.append = null;
    expect((await append()).revision).toBe(1);
    expect(given.server.openSubscriptions).toContain(subscription);
  });

  test('refused by a follower reaches the leader when it is repeated', async () => {
    const leader = await EventStoreDbServer.start();
    leader.faults.batches = batches;
    given.server.faults.append = { leader };
    // The end of a call that others share is no answer, so such an append is repeated at once.
    await append().catch((error: unknown) => expect(error).toBeInstanceOf(EventStoreUnavailable));
    expect((await append()).revision).toBe(1);
    expect(leader.log.stream('expense-1')).toHaveLength(2);
    expect(storedCount()).toBe(0);
    leader.stop();
  });

  test('of data that is not JSON fails alone', async () => {
    for (const data of [undefined, 1n]) {
      await expect(given.store.append('expense-1', [{ ...anEvent(), data }], 'no-stream')).rejects.toThrow();
    }
    expect((await append()).revision).toBe(1);
  });

  test('does not ask for the server’s features first, so a server that cannot list them still works', async () => {
    given.server.faults.features = 'fails';
    expect((await append()).revision).toBe(1);
  });
});

describe('a read', () => {
  beforeEach(append);

  test.each<Faults['read']>(['never replies', 'fails midway'])(
    'from a server that %s fails instead of returning a part',
    async (fault) => {
      given.server.faults.read = fault;
      const { readIdle: patientReadIdle } = given.timeouts;
      given.timeouts.readIdle = EXCEEDED_MS;
      const reads = [
        () => given.store.readStream('expense-1'),
        () =>
          given.store.readAll({
            prefixes: ['expense-'],
            after: null,
            limit: 10,
          }),
      ];
      for (const read of reads) await expect(read()).rejects.toBeInstanceOf(EventStoreUnavailable);
      given.server.faults.read = null;
      given.timeouts.readIdle = patientReadIdle;
      for (const read of reads) expect(await read()).toHaveLength(2);
    },
  );

  test('of several streams fails if the server ends it before the end of the log', async () => {
    given.server.faults.read = 'ends early';
    const read = given.store.readAll({ prefixes: ['expense-'], after: null, limit: 10 });
    await expect(read).rejects.toBeInstanceOf(EventStoreUnavailable);
  });

  test('works while writes fail', async () => {
    given.server.faults.append = 'read-only';
    expect(await given.store.readStream('expense-1')).toHaveLength(2);
    expect(
      await given.store.readAll({
        prefixes: ['expense-'],
        after: null,
        limit: 10,
      }),
    ).toHaveLength(2);
  });
});

describe('readiness', () => {
  test('writes a single event, however often it is checked', async () => {
    for (let check = 0; check < 3; check += 1) expect(await given.store.isReady()).toBe(true);
    expect(given.server.log.events).toHaveLength(1);
  });

  test.each<Faults['append']>(['never replies', 'read-only', { slowBy: 10_000 }])(
    'is false while appends fail with %p, and true afterwards',
    async (fault) => {
      given.server.faults.append = fault;
      const { ready: patientReady } = given.timeouts;
      given.timeouts.ready = EXCEEDED_MS;
      expect(await given.store.isReady()).toBe(false);
      given.server.faults.append = null;
      given.timeouts.ready = patientReady;
      expect(await given.store.isReady()).toBe(true);
    },
  );
});

describe('a server that is down', () => {
  test('makes every call fail, and works with its old events when it is back', async () => {
    await append();
    given.server.stop();
    const calls = [
      // The read notices the lost connection. An append that was sent on it would have an unknown outcome.
      () => given.store.readStream('expense-1'),
      () => given.store.readAll({ prefixes: ['expense-'], after: null, limit: 10 }),
      () => given.store.append('expense-1', [anEvent('c')], 1),
    ];
    for (let round = 0; round < 2; round += 1) {
      for (const call of calls) await expect(call()).rejects.toBeInstanceOf(EventStoreUnavailable);
      expect(await given.store.isReady()).toBe(false);
    }
    await given.server.restart();
    expect(await given.store.isReady()).toBe(true);
    expect((await given.store.append('expense-1', [anEvent('c')], 1)).revision).toBe(2);
    expect(await given.store.readStream('expense-1')).toHaveLength(3);
  });

  test('is not contacted again before the reconnect pause has passed', async () => {
    given.timeouts.reconnectPause = 200;
    given.server.stop();
    const startedAt = performance.now();
    await expect(append()).rejects.toBeInstanceOf(EventStoreUnavailable);
    await expect(append()).rejects.toBeInstanceOf(EventStoreUnavailable);
    // Timers may fire a millisecond early.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(199);
  });

  test('gets no append after the deadline at which it was said to be unavailable', async () => {
    given.timeouts.reconnectPause = 5 * EXCEEDED_MS;
    given.server.stop();
    await expect(append()).rejects.toBeInstanceOf(EventStoreUnavailable);
    await given.server.restart();
    given.timeouts.append = EXCEEDED_MS;
    await expect(append()).rejects.toBeInstanceOf(EventStoreUnavailable);
    // This read waits for the same connection.
    expect(await given.store.readStream('expense-1')).toEqual([]);
    expect(given.server.received.appends).toBe(0);
  });

  test('does not break a client that was looking for the leader', async () => {
    const { append: patientAppend } = given.timeouts;
    const cluster = openEventStoreDb(given.server.clusterUrl, given.timeouts);
    given.server.stop();
    given.timeouts.append = EXCEEDED_MS;
    await expect(cluster.append('expense-1', events, 'no-stream')).rejects.toBeInstanceOf(EventStoreUnavailable);
    await given.server.restart();
    given.timeouts.append = patientAppend;
    expect((await cluster.append('expense-1', events, 'no-stream')).revision).toBe(1);
    await cluster.close();
  });
});

describe('a closed store', () => {
  test('rejects every call', async () => {
    await given.store.close();
    await expect(append()).rejects.toThrow(new EventStoreUnavailable('The event store is closed'));
    expect(await given.store.isReady()).toBe(false);
  });

  test('rejects a call that waits for the connection', async () => {
    given.server.stop();
    await expect(append()).rejects.toBeInstanceOf(EventStoreUnavailable);
    await given.server.restart();
    const waiting = append();
    await given.store.close();
    await expect(waiting).rejects.toThrow('The event store is closed');
    expect(given.server.received.appends).toBe(0);
  });
});
