import { withProgress } from '@outlay/time';
import { comparePositions, type EventStore } from '../event-store.js';
import { anEvent, expectedHashes, newCategory, newStream, readAllOf } from './fixtures.js';

export function reading(store: () => EventStore): void {
  describe('content', () => {
    test.each<[string, unknown]>([
      ['nested JSON', { text: 'a', list: [1, [true, null], {}], empty: '', none: null, decimal: '0.10', float: 0.1 }],
      ['unicode', { 'Ключ-鍵-🔑': 'Ünïcødé 🧾 \u0000 \u2028 "quotes" \\ \n', e: 'e\u0301' }],
      ['half a megabyte', { text: 'x€'.repeat(125_000) }],
      ['a plain string', 'text'],
    ])('%s is read back unchanged', async (_kind, content) => {
      const stream = newStream();
      await store().append(stream, [{ ...anEvent(content), metadata: { content } }], 'no-stream');
      expect(await store().readStream(stream)).toMatchObject([{ data: content, metadata: { content } }]);
    });

    test('a stream name may contain unicode', async () => {
      const stream = `${newStream()}-größe-🧾`;
      await store().append(stream, [anEvent()], 'no-stream');
      expect(await store().readStream(stream)).toMatchObject([{ stream }]);
      expect(await readAllOf(store(), [stream.slice(0, -'🧾'.length)])).toMatchObject([{ stream }]);
    });
  });

  test('each answer is progress of the work that asked', async () => {
    const stream = newStream();
    const calls = [
      () => store().append(stream, [anEvent()], 'no-stream'),
      () => store().readStream(stream),
      () => store().readAll({ prefixes: [stream], after: null, limit: 1 }),
    ];
    let heard = 0;
    for (const [made, call] of calls.entries()) {
      await withProgress(
        () => (heard += 1),
        () => call(),
      );
      expect(heard).toBeGreaterThan(made);
    }
  });

  describe('reading', () => {
    test('a stream that does not exist is empty', async () => {
      expect(await store().readStream(newStream())).toEqual([]);
    });

    test('a stream is read from a revision up to a limit', async () => {
      const stream = newStream();
      await store().append(stream, [0, 1, 2, 3, 4].map(anEvent), 'no-stream');
      const read = async (options: { from?: number; limit?: number }) =>
        (await store().readStream(stream, options)).map(({ revision }) => revision);
      expect(await read({ from: 3 })).toEqual([3, 4]);
      expect(await read({ from: 1, limit: 2 })).toEqual([1, 2]);
      expect(await read({ from: 5 })).toEqual([]);
    });

    test('a batch of hundreds of events is read back complete and in order', async () => {
      const stream = newStream();
      await store().append(
        stream,
        Array.from({ length: 700 }, (_, n) => anEvent(n)),
        'no-stream',
      );
      const stored = await store().readStream(stream);
      expect(stored.map(({ data }) => data)).toEqual(Array.from({ length: 700 }, (_, n) => n));
    });

    test.each([3, 300])('the hashes of %i events are those of their content, in the same order', async (count) => {
      const stream = newStream();
      const events = Array.from({ length: count }, (_, n) => anEvent({ n, text: `Ünïcødé 🧾 ${n}`, none: null }));
      await store().append(stream, events, 'no-stream');
      const options = { prefixes: [stream], after: null, limit: 500 };
      const expected = await store().readAll(options);
      expect(await store().readHashes(options)).toEqual(expectedHashes(expected));
      const [, second] = expected;
      expect(await store().readHashes({ ...options, after: second?.position ?? null, limit: 1 })).toEqual(
        expectedHashes(expected.slice(2, 3)),
      );
    });

    test('events of all streams with a prefix come in the order of writing, with unique positions', async () => {
      const category = newCategory();
      const streams = [`${category}-a`, `${category}-b`, `${category}-c`];
      for (let round = 0; round < 6; round += 1) {
        const expected = round === 0 ? 'no-stream' : 2 * round - 1;
        for (const stream of streams) await store().append(stream, [anEvent(round), anEvent(round)], expected);
      }
      const events = await readAllOf(store(), [`${category}-`]);
      const written = [0, 1, 2, 3, 4, 5].flatMap((round) =>
        streams.flatMap((stream) => [0, 1].map((i) => [stream, 2 * round + i])),
      );
      expect(events.map(({ stream, revision }) => [stream, revision])).toEqual(written);
      events.slice(1).forEach(({ position }, index) => {
        expect(comparePositions(position, events[index]?.position ?? '')).toBe(1);
      });
    });

    test('several prefixes are merged in global order without other streams', async () => {
      const category = newCategory();
      const [expense, payment, other] = [`${category}expense-1`, `${category}payment-1`, `${category}other-1`];
      await store().append(payment, [anEvent(1)], 'no-stream');
      await store().append(expense, [anEvent(2)], 'no-stream');
      await store().append(other, [anEvent(3)], 'no-stream');
      await store().append(payment, [anEvent(4)], 0);
      const read = async (...prefixes: string[]) => (await readAllOf(store(), prefixes)).map(({ data }) => data);
      expect(await read(`${category}expense-`, `${category}payment-`)).toEqual([1, 2, 4]);
      expect(await read(`${category}`)).toEqual([1, 2, 3, 4]);
      expect(await read(`${category}pay`)).toEqual([1, 4]);
      expect(await read(`${category}payment-1`, `${category}payment-`, `${category}pay`)).toEqual([1, 4]);
      expect(await read(`${category}payment-2`)).toEqual([]);
      expect(await read(`${category}Payment-`)).toEqual([]);
    });

    test('no more events are read than the limit', async () => {
      const stream = newStream();
      await store().append(stream, [0, 1, 2].map(anEvent), 'no-stream');
      const read = await store().readAll({ prefixes: [stream], after: null, limit: 2 });
      expect(read.map(({ data }) => data)).toEqual([0, 1]);
    });

    test('without prefixes, or with a limit of 0, nothing is read', async () => {
      const stream = newStream();
      await store().append(stream, [anEvent()], 'no-stream');
      expect(await store().readAll({ prefixes: [], after: null, limit: 10 })).toEqual([]);
      expect(await store().readAll({ prefixes: [stream], after: null, limit: 0 })).toEqual([]);
    });

    test('the head is at or after every event that was appended before', async () => {
      const { position } = await store().append(newStream(), [anEvent()], 'no-stream');
      expect(comparePositions((await store().head()) ?? '-1', position)).toBeGreaterThanOrEqual(0);
    });

    test('an event is found at its position', async () => {
      const stream = newStream();
      await store().append(stream, [0, 1, 2].map(anEvent), 'no-stream');
      for (const event of await store().readStream(stream))
        expect(await store().eventAt(event.position)).toEqual(event);
    });

    test('reading after the position of an append returns later events', async () => {
      const category = newCategory();
      const stream = `${category}-a`;
      const { position } = await store().append(stream, [anEvent(1), anEvent(2)], 'no-stream');
      expect(await readAllOf(store(), [category], position)).toEqual([]);
      await store().append(`${category}-b`, [anEvent(3)], 'no-stream');
      expect(await readAllOf(store(), [category], position)).toMatchObject([{ data: 3 }]);
      const [first] = await store().readStream(stream);
      expect(await readAllOf(store(), [category], first?.position)).toMatchObject([{ data: 2 }, { data: 3 }]);
    });
  });
}
