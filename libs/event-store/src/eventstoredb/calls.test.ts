import { setTimeout } from 'node:timers/promises';
import { anEvent } from '../contract/given.js';
import { EventStoreUnavailable } from '../event-store.js';
import { openEventStoreDb } from './eventstoredb-event-store.js';
import { EventStoreDbServer, type Faults } from './testing/eventstoredb-server.js';
import { eachOnAServer, timeOf } from './testing/given.js';

/** What a caller may be made to wait (quality §2). */
const CALL_MS = 3000;
const READY_MS = 1000;

const given = eachOnAServer();
const events = [anEvent('a'), anEvent('b')];
const append = () => given.store.append('expense-1', events, 'no-stream');
const stored = () => given.server.log.stream('expense-1').length;

describe('an append', () => {
  test.each<[string, Faults['append'], number]>([
    ['a server that never answers', 'never answers', 0],
    ['a server that breaks off between two events', 'breaks off', 0],
    ['a server whose disk is full', 'read-only', 0],
    ['a server slower than the deadline', { slowBy: 3500 }, 0],
    ['a server that writes and never answers', 'writes and never answers', 2],
  ])('to %s fails in time with nothing half-written, and lands once when repeated', async (_, fault, written) => {
    given.server.faults.append = fault;
    const failing = append();
    expect(await timeOf(failing)).toBeLessThan(CALL_MS);
    await expect(failing).rejects.toBeInstanceOf(EventStoreUnavailable);
    expect(stored()).toBe(written);
    given.server.faults.append = null;
    expect((await append()).revision).toBe(1);
    expect(stored()).toBe(2);
  });

  test('to a slow server waits for it within the deadline', async () => {
    given.server.faults.append = { slowBy: 1500 };
    expect((await append()).revision).toBe(1);
  });

  test('that is not answered leaves those under way alone', async () => {
    given.server.faults.append = 'never answers';
    const unanswered = append();
    await setTimeout(1500);
    given.server.faults.append = { slowBy: 2000 };
    const underWay = given.store.append('expense-3', [anEvent()], 'no-stream');
    await expect(unanswered).rejects.toBeInstanceOf(EventStoreUnavailable);
    await expect(underWay).resolves.toMatchObject({ revision: 0 });
  });

  test('refused by a follower reaches the leader it names when it is repeated', async () => {
    const leader = await EventStoreDbServer.start();
    given.server.faults.append = { leader };
    await expect(append()).rejects.toBeInstanceOf(EventStoreUnavailable);
    expect((await append()).revision).toBe(1);
    expect(leader.log.stream('expense-1')).toHaveLength(2);
    expect(stored()).toBe(0);
    leader.stop();
  });

  test('of what is no JSON fails alone', async () => {
    for (const data of [undefined, 1n]) {
      await expect(given.store.append('expense-1', [{ ...anEvent(), data }], 'no-stream')).rejects.toThrow();
    }
    expect((await append()).revision).toBe(1);
  });

  test('asks the server for no features first, so that failing to tell them spoils nothing', async () => {
    given.server.faults.features = 'fails';
    expect((await append()).revision).toBe(1);
  });
});

describe('a read', () => {
  beforeEach(append);

  test.each<Faults['read']>(['never answers', 'breaks off half-way'])(
    'from a server that %s fails in time rather than give a part',
    async (fault) => {
      given.server.faults.read = fault;
      const reads = [
        () => given.store.readStream('expense-1'),
        () => given.store.readAll({ prefixes: ['expense-'], after: null, limit: 10 }),
      ];
      for (const read of reads) {
        const failing = read();
        expect(await timeOf(failing)).toBeLessThan(CALL_MS);
        await expect(failing).rejects.toBeInstanceOf(EventStoreUnavailable);
      }
      given.server.faults.read = null;
      for (const read of reads) expect(await read()).toHaveLength(2);
    },
  );

  test('goes on while nothing can be written', async () => {
    given.server.faults.append = 'read-only';
    expect(await given.store.readStream('expense-1')).toHaveLength(2);
    expect(await given.store.readAll({ prefixes: ['expense-'], after: null, limit: 10 })).toHaveLength(2);
  });
});

describe('readiness', () => {
  test('costs one event in all', async () => {
    for (let look = 0; look < 3; look += 1) expect(await given.store.isReady()).toBe(true);
    expect(given.server.log.events).toHaveLength(1);
  });

  test.each<Faults['append']>(['never answers', 'read-only', { slowBy: 2000 }])(
    'is denied within a second while appends meet %p',
    async (fault) => {
      given.server.faults.append = fault;
      const asked = given.store.isReady();
      expect(await timeOf(asked)).toBeLessThan(READY_MS);
      expect(await asked).toBe(false);
      given.server.faults.append = null;
      expect(await given.store.isReady()).toBe(true);
    },
  );
});

describe('a server that is down', () => {
  test('is said to be at once, and used again as soon as it is back, with what it had', async () => {
    await append();
    given.server.stop();
    const calls = [
      () => given.store.append('expense-1', [anEvent('c')], 1),
      () => given.store.readStream('expense-1'),
      () => given.store.readAll({ prefixes: ['expense-'], after: null, limit: 10 }),
    ];
    for (let round = 0; round < 2; round += 1) {
      for (const call of calls) {
        const failing = call();
        expect(await timeOf(failing)).toBeLessThan(CALL_MS);
        await expect(failing).rejects.toBeInstanceOf(EventStoreUnavailable);
      }
      const asked = given.store.isReady();
      expect(await timeOf(asked)).toBeLessThan(READY_MS);
      expect(await asked).toBe(false);
    }
    await given.server.startAgain();
    expect(await given.store.isReady()).toBe(true);
    expect((await given.store.append('expense-1', [anEvent('c')], 1)).revision).toBe(2);
    expect(await given.store.readStream('expense-1')).toHaveLength(3);
  });

  test('is not stormed when it is back by all who have asked for it', async () => {
    const sockets = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
    given.server.stop();
    const before = sockets();
    let isDown = true;
    const ask = async () => {
      while (isDown) {
        await append().catch(() => undefined);
        await setTimeout(2);
      }
    };
    const asking = Array.from({ length: 20 }, ask);
    await setTimeout(2000);
    isDown = false;
    await given.server.startAgain();
    await Promise.all(asking);
    // By then the client has tried again whatever it had tried before.
    await setTimeout(2000);
    expect((await append()).revision).toBe(1);
    expect(sockets() - before).toBeLessThan(8);
  });

  test('spoils no client that looked for a leader meanwhile', async () => {
    const cluster = openEventStoreDb(given.server.clusterUrl);
    given.server.stop();
    const failing = cluster.append('expense-1', events, 'no-stream');
    expect(await timeOf(failing)).toBeLessThan(CALL_MS);
    await expect(failing).rejects.toBeInstanceOf(EventStoreUnavailable);
    await given.server.startAgain();
    expect((await cluster.append('expense-1', events, 'no-stream')).revision).toBe(1);
    await cluster.close();
  });
});

test('a closed store answers nothing more', async () => {
  await given.store.close();
  await expect(append()).rejects.toBeInstanceOf(EventStoreUnavailable);
  expect(await given.store.isReady()).toBe(false);
});
