import type { EventStore } from '@outlay/event-store';
import { embedded } from '@outlay/event-store/contract';
import { openTestStreams } from '../testing/test-streams.js';
import { findMissingEvent } from './missing-events.js';
import { fillReadModel } from './rebuild.js';

// There are two logs, which one server could not give.
embedded.describe('the events that a read model was made from', () => {
  let streams: Awaited<ReturnType<typeof openTestStreams>>;
  let older: typeof streams;
  beforeEach(async () => {
    [streams, older] = [await openTestStreams(), await openTestStreams()];
    for (const id of ['one', 'two']) await streams.submit(id);
  });
  afterEach(() => Promise.all([streams.close(), older.close()]));

  type Log = Pick<EventStore, 'head' | 'eventAt'>;
  const missing = (events: Log = streams.events) => findMissingEvent(streams.documents, events);

  it('are all there before anything is projected, and after', async () => {
    expect(await missing()).toBeNull();
    await fillReadModel(streams.documents, streams.events);
    expect(await missing()).toBeNull();
  });

  it('are missing if the log ends before them, is empty, or is another one', async () => {
    await fillReadModel(streams.documents, streams.events);
    expect(await missing(older.events)).toBe('revision 1 of expense-two');
    await older.submit('two');
    expect(await missing(older.events)).toBe('revision 1 of expense-two');
    const [, , , last] = await streams.events.readAll({ prefixes: ['expense-'], after: null, limit: 9 });
    const [another] = await older.events.readAll({ prefixes: ['expense-'], after: null, limit: 1 });
    const elsewhere = { head: async () => last?.position ?? null, eventAt: async () => another ?? null };
    expect(await missing(elsewhere)).toBe('revision 1 of expense-two');
  });

  it('are not missing if the last one was removed from a log that goes on', async () => {
    await fillReadModel(streams.documents, streams.events);
    await streams.submit('three');
    expect(await missing({ head: () => streams.events.head(), eventAt: async () => null })).toBeNull();
  });
});
