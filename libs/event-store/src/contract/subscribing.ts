import type { EventStore, SubscribeOptions } from '../event-store.js';
import { Inbox, anEvent, deferred, newCategory } from './fixtures.js';

export function subscribing(store: () => EventStore): void {
  describe('a subscription', () => {
    const closers: (() => Promise<void>)[] = [];
    afterEach(() => Promise.all(closers.splice(0).map((close) => close())));

    function follow(options: Partial<SubscribeOptions> & Pick<SubscribeOptions, 'prefixes'>) {
      const inbox = new Inbox();
      const subscription = store().subscribe({ after: null, handle: async (event) => inbox.add(event), ...options });
      closers.push(() => subscription.close());
      return { inbox, subscription };
    }

    test('passes existing events, then new ones, in order and once each', async () => {
      const category = newCategory();
      const stream = `${category}-a`;
      await store().append(stream, [0, 1, 2].map(anEvent), 'no-stream');
      const { inbox } = follow({ prefixes: [category] });
      await inbox.received(3);
      await store().append(stream, [anEvent(3)], 2);
      await store().append(`${newCategory()}-a`, [anEvent('of another')], 'no-stream');
      await store().append(stream, [anEvent(4)], 3);
      await inbox.received(5);
      expect(inbox.events).toEqual(await store().readStream(stream));
    });

    test('starts after a position', async () => {
      const category = newCategory();
      await store().append(`${category}-a`, [0, 1, 2].map(anEvent), 'no-stream');
      const [, second] = await store().readStream(`${category}-a`);
      const { inbox } = follow({ prefixes: [category], after: second?.position ?? null });
      await store().append(`${category}-a`, [anEvent(3)], 2);
      await inbox.received(2);
      expect(inbox.events.map(({ data }) => data)).toEqual([2, 3]);
    });

    test('misses no event written while it catches up', async () => {
      const category = newCategory();
      const stream = `${category}-a`;
      await store().append(stream, [anEvent(0)], 'no-stream');
      const { inbox } = follow({ prefixes: [category] });
      for (let n = 1; n < 300; n += 1) await store().append(stream, [anEvent(n)], n - 1);
      await inbox.received(300);
      expect(inbox.events.map(({ data }) => data)).toEqual(Array.from({ length: 300 }, (_, n) => n));
    });

    test('reports when it has caught up, even without events', async () => {
      const category = newCategory();
      await store().append(`${category}-a`, [0, 1, 2].map(anEvent), 'no-stream');
      const inbox = new Inbox();
      const handledAtCatchUp = new Promise<number>((resolve) => {
        follow({
          prefixes: [category],
          handle: async (event) => inbox.add(event),
          caughtUp: () => resolve(inbox.events.length),
        });
      });
      expect(await handledAtCatchUp).toBe(3);
      await new Promise<void>((resolve) => follow({ prefixes: [newCategory()], caughtUp: resolve }));
    });

    test('handles one event at a time', async () => {
      const category = newCategory();
      await store().append(`${category}-a`, [0, 1, 2, 3].map(anEvent), 'no-stream');
      let running = 0;
      let most = 0;
      const inbox = new Inbox();
      follow({
        prefixes: [category],
        handle: async (event) => {
          running += 1;
          most = Math.max(most, running);
          await new Promise((resolve) => setTimeout(resolve, 5));
          running -= 1;
          inbox.add(event);
        },
      });
      await store().append(`${category}-b`, [anEvent(4)], 'no-stream');
      await inbox.received(5);
      expect(most).toBe(1);
    });

    test('passes an event again after its handler failed, before any later event', async () => {
      const category = newCategory();
      await store().append(`${category}-a`, [0, 1, 2].map(anEvent), 'no-stream');
      const attempts: unknown[] = [];
      const inbox = new Inbox();
      follow({
        prefixes: [category],
        handle: async (event) => {
          attempts.push(event.data);
          if (event.data === 1 && attempts.length < 4) throw new Error('not yet');
          inbox.add(event);
        },
      });
      await inbox.received(3);
      expect(attempts).toEqual([0, 1, 1, 1, 2]);
    });

    test('is closed only when the running handler is done, and passes no event afterwards', async () => {
      const category = newCategory();
      await store().append(`${category}-a`, [0, 1].map(anEvent), 'no-stream');
      const handled: unknown[] = [];
      const gate = deferred<void>();
      const started = deferred<void>();
      const { subscription } = follow({
        prefixes: [category],
        handle: async ({ data }) => {
          started.resolve();
          await gate.promise;
          handled.push(data);
        },
      });
      await started.promise;
      const closed = subscription.close().then(() => [...handled]);
      gate.resolve();
      expect(await closed).toEqual([0]);
      await store().append(`${category}-a`, [anEvent(2)], 1);
      const { inbox } = follow({ prefixes: [category] });
      await inbox.received(3);
      expect(handled).toEqual([0]);
    });

    test('can be closed while its handler keeps failing', async () => {
      const category = newCategory();
      await store().append(`${category}-a`, [anEvent()], 'no-stream');
      const failed = deferred<void>();
      const { subscription } = follow({
        prefixes: [category],
        handle: async () => {
          failed.resolve();
          throw new Error('never');
        },
      });
      await failed.promise;
      await subscription.close();
    });

    test('that joins others while events are written misses and repeats none', async () => {
      const category = newCategory();
      const [stream, other] = [`${category}a-1`, `${category}b-1`];
      const early = follow({ prefixes: [stream] });
      const late: Inbox[] = [];
      for (let n = 0; n < 40; n += 1) {
        await store().append(stream, [anEvent(n)], n === 0 ? 'no-stream' : n - 1);
        await store().append(other, [anEvent(n)], n === 0 ? 'no-stream' : n - 1);
        // Some with prefixes that nobody follows so far.
        if (n % 10 === 0) late.push(follow({ prefixes: [n % 20 === 0 ? category : other] }).inbox);
      }
      await early.inbox.received(40);
      expect(early.inbox.events).toEqual(await store().readStream(stream));
      for (const [n, inbox] of late.entries()) {
        const prefixes = [n % 2 === 0 ? category : other];
        await inbox.received(n % 2 === 0 ? 80 : 40);
        expect(inbox.events).toEqual(await store().readAll({ prefixes, after: null, limit: 200 }));
      }
    });

    test('that is slow blocks no other, and receives every event', async () => {
      const category = newCategory();
      const gate = deferred<void>();
      const slowly = new Inbox();
      const handle = async (event: Parameters<Inbox['add']>[0]) => {
        await gate.promise;
        slowly.add(event);
      };
      follow({ prefixes: [category], handle });
      const { inbox } = follow({ prefixes: [category] });
      const all = Array.from({ length: 700 }, (_, n) => n);
      for (let first = 0; first < all.length; first += 100) {
        const events = all.slice(first, first + 100).map(anEvent);
        await store().append(`${category}-a`, events, first === 0 ? 'no-stream' : first - 1);
        await inbox.received(first + 100);
      }
      gate.resolve();
      await slowly.received(all.length);
      for (const { events } of [inbox, slowly]) expect(events.map(({ data }) => data)).toEqual(all);
    });
  });
}
