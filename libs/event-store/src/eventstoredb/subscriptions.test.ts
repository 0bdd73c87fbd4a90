import { eventually } from '@outlay/testing';
import { setTimeout } from 'node:timers/promises';
import { anEvent, deferred, Inbox } from '../contract/fixtures.js';
import { EventStoreOutcomeUnknown } from '../event-store.js';
import { openEventStoreDb } from './eventstoredb-event-store.js';
import type { EventStoreDbServer } from './testing/eventstoredb-server.js';
import { FreezingProxy } from './testing/freezing-proxy.js';
import { withServer } from './testing/fixtures.js';

const given = withServer();

function write(n: number, stream = 'expense-1'): void {
  const content = new TextEncoder().encode(JSON.stringify(n));
  const event = { type: 'Written', contentType: 'application/json', data: content, metadata: content };
  const { log } = given.server;
  log.append(
    stream,
    [{ ...event, id: `00000000-0000-0000-0000-${String(n).padStart(12, '0')}` }],
    log.stream(stream).length - 1,
  );
}

async function follow(store = given.store) {
  const inbox = new Inbox();
  const caughtUp = deferred<void>();
  const handle = async (event: Parameters<Inbox['add']>[0]) => inbox.add(event);
  store.subscribe({ prefixes: ['expense-'], after: null, handle, caughtUp: caughtUp.resolve });
  await caughtUp.promise;
  return inbox;
}

const proxies: FreezingProxy[] = [];
afterEach(() => {
  for (const proxy of proxies.splice(0)) proxy.close();
});

const contents = (inbox: Inbox) => inbox.events.map(({ data }) => data);

test('all subscriptions of a store share one on the server and its watch', async () => {
  const prefixes = ['invite-', 'account-', 'access-', 'token-', 'expense-'];
  const inboxes = prefixes.map(() => new Inbox());
  const subscriptions = prefixes.map((prefix, n) =>
    given.store.subscribe({ prefixes: [prefix], after: null, handle: async (event) => inboxes[n]?.add(event) }),
  );
  await eventually(() => given.server.openSubscriptions.length === 1);
  for (const [n, prefix] of prefixes.entries()) write(n, `${prefix}1`);
  for (const inbox of inboxes) await inbox.received(1);
  expect(inboxes.map(contents)).toEqual([[0], [1], [2], [3], [4]]);
  // The reads before each joined have ended.
  await eventually(() => given.server.openSubscriptions.length === 1);
  const { reads } = given.server.received;
  await setTimeout(20 * given.timeouts.watchInterval);
  expect(given.server.received.reads - reads).toBeLessThan(2 * 20);
  await Promise.all(subscriptions.map((subscription) => subscription.close()));
  await eventually(() => given.server.openSubscriptions.length === 0);
});

describe('a subscription', () => {
  test.each<[string, (server: EventStoreDbServer) => void | Promise<void>]>([
    ['is interrupted', (server) => server.breakSubscriptions()],
    ['is ended by the server', (server) => server.endSubscriptions()],
    ['goes silent', (server) => server.muteSubscriptions()],
    [
      'loses its server for a while',
      (server) => {
        server.stop();
        return server.restart();
      },
    ],
  ])('that %s resumes after the last handled event', async (_, fault) => {
    write(1);
    const inbox = await follow();
    for (const n of [2, 3]) {
      await fault(given.server);
      write(n);
      await inbox.received(n);
    }
    expect(contents(inbox)).toEqual([1, 2, 3]);
  });

  test('opened while the server is down starts when it is up', async () => {
    write(1);
    given.server.stop();
    const following = follow();
    await setTimeout(4 * given.timeouts.resubscribePause);
    await given.server.restart();
    expect(contents(await following)).toEqual([1]);
  });

  test('that is never confirmed is opened again', async () => {
    given.timeouts.watchIdle = 300;
    given.server.faults.read = 'never replies';
    write(1);
    const following = follow();
    await eventually(() => given.server.received.reads > 0);
    given.server.faults.read = null;
    expect(contents(await following)).toEqual([1]);
  });

  test('resumes, and appends succeed again, after its connection died silently', async () => {
    const proxy = await FreezingProxy.to(given.server.port);
    proxies.push(proxy);
    given.timeouts.watchIdle = 300;
    const store = openEventStoreDb(proxy.url, given.timeouts);
    const inbox = await follow(store);
    proxy.freeze();
    write(1);
    const append = () => store.append('expense-2', [anEvent(2)], 'no-stream');
    const { append: patientAppend } = given.timeouts;
    given.timeouts.append = 300;
    await expect(append()).rejects.toBeInstanceOf(EventStoreOutcomeUnknown);
    given.timeouts.append = patientAppend;
    await append();
    await inbox.received(2);
    expect(contents(inbox)).toEqual([1, 2]);
    await store.close();
  });

  test('of an empty log is left alone', async () => {
    await follow();
    const [first] = given.server.openSubscriptions;
    const { reads } = given.server.received;
    await eventually(() => given.server.received.reads >= reads + 3);
    expect(given.server.openSubscriptions).toContain(first);
  });

  test('without matching events is left alone while other streams are written', async () => {
    await follow();
    const [first] = given.server.openSubscriptions;
    for (let n = 1; n <= 4; n += 1) {
      write(n, 'other-1');
      const { reads } = given.server.received;
      // The watchdog reads the head of the log, and then whether anything in front of it matches.
      await eventually(() => given.server.received.reads >= reads + 2);
    }
    expect(given.server.openSubscriptions).toContain(first);
  });

  test('passes an event again after its handler failed, even across an interrupted connection', async () => {
    for (const n of [1, 2, 3]) write(n);
    const attempts: unknown[] = [];
    const inbox = new Inbox();
    given.store.subscribe({
      prefixes: ['expense-'],
      after: null,
      handle: async (event) => {
        attempts.push(event.data);
        if (event.data === 2 && attempts.length < 4) {
          given.server.breakSubscriptions();
          throw new Error('not yet');
        }
        inbox.add(event);
      },
    });
    await inbox.received(3);
    expect(attempts).toEqual([1, 2, 2, 2, 3]);
  });

  test('survives a replay of thousands of events with a handler slower than the server', async () => {
    for (let n = 1; n <= 3000; n += 1) write(n);
    const inbox = new Inbox();
    const handle = async (event: Parameters<Inbox['add']>[0]) => {
      if (event.revision % 500 === 0) await setTimeout(20);
      inbox.add(event);
    };
    const handledAtCatchUp = await new Promise<number>((resolve) => {
      given.store.subscribe({
        prefixes: ['expense-'],
        after: null,
        handle,
        caughtUp: () => resolve(inbox.events.length),
      });
    });
    expect(handledAtCatchUp).toBe(3000);
    expect(contents(inbox)).toEqual(Array.from({ length: 3000 }, (_, n) => n + 1));
  });

  test('ends with the store, once its handler is done', async () => {
    write(1);
    const store = openEventStoreDb(given.server.url, given.timeouts);
    const started = deferred<void>();
    let isDone = false;
    const handle = async () => {
      started.resolve();
      await setTimeout(50);
      isDone = true;
    };
    store.subscribe({ prefixes: ['expense-'], after: null, handle });
    await started.promise;
    await store.close();
    expect(isDone).toBe(true);
    await eventually(() => given.server.openSubscriptions.length === 0);
  });

  test('can be closed while its server is down', async () => {
    const inbox = new Inbox();
    given.server.stop();
    const handle = async (event: Parameters<Inbox['add']>[0]) => inbox.add(event);
    const subscription = given.store.subscribe({ prefixes: ['expense-'], after: null, handle });
    await setTimeout(4 * given.timeouts.resubscribePause);
    await subscription.close();
    expect(inbox.events).toEqual([]);
  });
});
