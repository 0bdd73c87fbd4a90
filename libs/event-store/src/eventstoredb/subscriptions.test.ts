import { setTimeout } from 'node:timers/promises';
import { anEvent, deferred, Inbox } from '../contract/given.js';
import { EventStoreUnavailable } from '../event-store.js';
import { openEventStoreDb } from './eventstoredb-event-store.js';
import type { EventStoreDbServer } from './testing/eventstoredb-server.js';
import { FreezingProxy } from './testing/freezing-proxy.js';
import { eachOnAServer, timeOf } from './testing/given.js';

/** How soon a subscription goes on (quality §2). */
const RESUBSCRIBED_MS = 5000;

const given = eachOnAServer();

/** Written behind the store's back, as another process would. */
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

describe('a subscription', () => {
  test.each<[string, (server: EventStoreDbServer) => void | Promise<void>]>([
    ['is broken off', (server) => server.breakSubscriptions()],
    ['is ended as if there were nothing more', (server) => server.endSubscriptions()],
    ['goes silent', (server) => server.muteSubscriptions()],
    [
      'loses its server, which comes back',
      (server) => {
        server.stop();
        return server.startAgain();
      },
    ],
  ])('that %s goes on after what it has handled, in time', async (_, fault) => {
    write(1);
    const inbox = await follow();
    for (const n of [2, 3]) {
      await fault(given.server);
      write(n);
      expect(await timeOf(inbox.holds(n))).toBeLessThan(RESUBSCRIBED_MS);
    }
    expect(contents(inbox)).toEqual([1, 2, 3]);
  });

  test('goes on in time after an outage of many attempts', async () => {
    write(1);
    const inbox = await follow();
    given.server.stop();
    write(2);
    await setTimeout(5000);
    await given.server.startAgain();
    expect(await timeOf(inbox.holds(2))).toBeLessThan(RESUBSCRIBED_MS);
    expect(contents(inbox)).toEqual([1, 2]);
  });

  test('made while the server is down begins when it is there', async () => {
    write(1);
    given.server.stop();
    const following = follow();
    await setTimeout(1000);
    await given.server.startAgain();
    expect(await timeOf(following)).toBeLessThan(RESUBSCRIBED_MS);
    expect(contents(await following)).toEqual([1]);
  });

  test('that is never confirmed is made again', async () => {
    given.server.faults.read = 'never answers';
    write(1);
    const following = follow();
    await setTimeout(500);
    given.server.faults.read = null;
    expect(await timeOf(following)).toBeLessThan(RESUBSCRIBED_MS);
    expect(contents(await following)).toEqual([1]);
  });

  test('goes on, and appends with it, though its connection has died without a word', async () => {
    const proxy = await FreezingProxy.to(given.server.port);
    proxies.push(proxy);
    const store = openEventStoreDb(proxy.url);
    const inbox = await follow(store);
    proxy.freeze();
    write(1);
    const append = () => store.append('expense-2', [anEvent(2)], 'no-stream');
    const goesOn = timeOf(inbox.holds(1));
    await expect(append()).rejects.toBeInstanceOf(EventStoreUnavailable);
    expect(await timeOf(append())).toBeLessThan(1000);
    expect(await goesOn).toBeLessThan(RESUBSCRIBED_MS);
    await inbox.holds(2);
    expect(contents(inbox)).toEqual([1, 2]);
    await store.close();
  });

  test('that has nothing to say is left alone, whatever is written beside it', async () => {
    await follow();
    const [first] = given.server.openSubscriptions;
    for (let n = 1; n <= 4; n += 1) {
      write(n, 'other-1');
      await setTimeout(1000);
    }
    expect(given.server.openSubscriptions).toContain(first);
  });

  test('hands over an event again after a failure of its handler, also across a broken connection', async () => {
    for (const n of [1, 2, 3]) write(n);
    const tries: unknown[] = [];
    const inbox = new Inbox();
    given.store.subscribe({
      prefixes: ['expense-'],
      after: null,
      handle: async (event) => {
        tries.push(event.data);
        if (event.data === 2 && tries.length < 4) {
          given.server.breakSubscriptions();
          throw new Error('not yet');
        }
        inbox.add(event);
      },
    });
    await inbox.holds(3);
    expect(tries).toEqual([1, 2, 2, 2, 3]);
  });

  test('comes through a replay of thousands with its handler slower than the server', async () => {
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
    const store = openEventStoreDb(given.server.url);
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
    await setTimeout(100);
    expect(given.server.openSubscriptions).toHaveLength(0);
  });

  test('can be closed while its server is down', async () => {
    const inbox = new Inbox();
    given.server.stop();
    const handle = async (event: Parameters<Inbox['add']>[0]) => inbox.add(event);
    const subscription = given.store.subscribe({ prefixes: ['expense-'], after: null, handle });
    await setTimeout(300);
    expect(await timeOf(subscription.close())).toBeLessThan(1000);
  });
});
