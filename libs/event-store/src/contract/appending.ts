import { WrongExpectedRevision, type EventStore } from '../event-store.js';
import { anEvent, newStream } from './fixtures.js';

export function appending(store: () => EventStore): void {
  describe('append', () => {
    test('a new stream starts at revision 0 and returns what was written', async () => {
      const stream = newStream();
      const events = [anEvent({ n: 1 }), anEvent({ n: 2 })];
      const { revision } = await store().append(stream, events, 'no-stream');
      expect(revision).toBe(1);
      const stored = await store().readStream(stream);
      expect(stored).toMatchObject(events.map((event, index) => ({ ...event, stream, revision: index })));
      for (const { recordedAt } of stored) expect(new Date(recordedAt).toISOString()).toBe(recordedAt);
    });

    test('new events follow the expected revision', async () => {
      const stream = newStream();
      await store().append(stream, [anEvent(0), anEvent(1)], 'no-stream');
      expect((await store().append(stream, [anEvent(2)], 1)).revision).toBe(2);
      expect((await store().readStream(stream)).map(({ data }) => data)).toEqual([0, 1, 2]);
    });

    test.each([
      ['an existing stream expected not to exist', 'no-stream' as const],
      ['a past revision', 0],
      ['a future revision', 5],
    ])('%s is rejected and nothing is written', async (_situation, expected) => {
      const stream = newStream();
      await store().append(stream, [anEvent(0), anEvent(1)], 'no-stream');
      const refused = store().append(stream, [anEvent(2)], expected);
      await expect(refused).rejects.toBeInstanceOf(WrongExpectedRevision);
      await expect(refused).rejects.toMatchObject({ stream, expected, actual: 1 });
      expect(await store().readStream(stream)).toHaveLength(2);
    });

    test('a revision of a stream that does not exist is rejected', async () => {
      const refused = store().append(newStream(), [anEvent()], 0);
      await expect(refused).rejects.toMatchObject({ name: 'WrongExpectedRevision', actual: 'no-stream' });
    });

    test('an append without events is rejected', async () => {
      await expect(store().append(newStream(), [], 'no-stream')).rejects.toBeInstanceOf(RangeError);
    });

    test('exactly one of many writers at the same revision wins, and its events are stored together', async () => {
      const stream = newStream();
      await store().append(stream, [anEvent('start')], 'no-stream');
      const writers = Array.from({ length: 20 }, (_, writer) => [anEvent({ writer }), anEvent({ writer })]);
      const outcomes = await Promise.allSettled(writers.map((events) => store().append(stream, events, 0)));
      const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(lost).toHaveLength(19);
      for (const { reason } of lost) expect(reason).toBeInstanceOf(WrongExpectedRevision);
      const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
      expect((await store().readStream(stream, { from: 1 })).map(({ data }) => data)).toEqual([
        { writer: winner },
        { writer: winner },
      ]);
    });

    test('writers of different streams do not conflict', async () => {
      const streams = Array.from({ length: 20 }, newStream);
      await Promise.all(streams.map((stream) => store().append(stream, [anEvent(stream)], 'no-stream')));
      for (const stream of streams) expect(await store().readStream(stream)).toMatchObject([{ data: stream }]);
    });
  });

  describe('a repeated append', () => {
    test.each(['no-stream' as const, 1])('at %s succeeds again and writes nothing', async (expected) => {
      const stream = newStream();
      if (expected !== 'no-stream') await store().append(stream, [anEvent(), anEvent()], 'no-stream');
      const events = [anEvent('a'), anEvent('b'), anEvent('c')];
      const first = await store().append(stream, events, expected);
      const stored = await store().readStream(stream);
      const again = await store().append(stream, events, expected);
      expect(again).toEqual({ revision: first.revision, position: stored.at(-1)?.position });
      expect(await store().readStream(stream)).toEqual(stored);
    });

    test('succeeds even after the stream has grown', async () => {
      const stream = newStream();
      const events = [anEvent('a'), anEvent('b')];
      await store().append(stream, events, 'no-stream');
      await store().append(stream, [anEvent('c')], 1);
      expect((await store().append(stream, events, 'no-stream')).revision).toBe(1);
      expect(await store().readStream(stream)).toHaveLength(3);
    });

    test('is distinguished from one that only starts with the same events', async () => {
      const stream = newStream();
      const event = anEvent('a');
      await store().append(stream, [event], 'no-stream');
      const longer = store().append(stream, [event, anEvent('b')], 'no-stream');
      await expect(longer).rejects.toBeInstanceOf(WrongExpectedRevision);
      expect(await store().readStream(stream)).toHaveLength(1);
    });

    test('sent many times at once writes once', async () => {
      const stream = newStream();
      const event = anEvent();
      const results = await Promise.all(Array.from({ length: 10 }, () => store().append(stream, [event], 'no-stream')));
      expect(new Set(results.map(({ revision }) => revision))).toEqual(new Set([0]));
      expect(await store().readStream(stream)).toHaveLength(1);
    });
  });
}
