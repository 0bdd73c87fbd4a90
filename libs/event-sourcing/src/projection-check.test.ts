import type { EventStore, RecordedEvent } from '@outlay/event-store';
import { ProjectionCheck, type ProjectedRows } from './projection-check.js';
import type { DomainEvent, LoadedStream, StreamFold } from './stream-type.js';

/** Each event's position is its revision; a row says how many events there were. */
const eventOf = (stream: string, revision: number): RecordedEvent => ({
  id: `${stream}${revision}`,
  stream,
  revision,
  type: 'Counted',
  data: {},
  metadata: {
    schemaVersion: 1,
    actor: { id: 'u1', email: 'mia@example.org', role: 'team_member' },
    at: '2026-03-02T09:00:00.000Z',
    correlationId: 'c',
    causationId: null,
    previousHash: null,
  },
  position: String(revision),
  recordedAt: '',
});
const COUNT: StreamFold<number> = {
  prefix: 'x-',
  schemas: { Counted: { safeParse: () => ({ success: true }) } },
  initial: 0,
  evolve: (count) => count + 1,
  allows: () => true,
};
const rowOf = (_id: string, revision: number) => ({ _id, count: revision + 1, revision });
const toRow = ({ id, revision }: LoadedStream<number>) => rowOf(id, revision);

describe('the check of documents that are projected', () => {
  const findingsOf = async (
    rows: readonly { _id: string; revision?: number }[],
    projected: string | null = '1',
    say: ProjectedRows<number, DomainEvent>['toRow'] = toRow,
  ) => {
    const streams: Record<string, number> = { 'x-a': 3, 'x-b': 3, 'y-c': 1 };
    const events: Pick<EventStore, 'readStream'> = {
      readStream: async (stream, { limit = 9 } = {}) =>
        Array.from({ length: Math.min(limit, streams[stream] ?? 0) }, (_, revision) => eventOf(stream, revision)),
    };
    const check = new ProjectionCheck(
      { name: 'counts', type: COUNT, toRow: say, projected, page: async (after) => (after === '' ? rows : []) },
      events,
    );
    for (const stream of Object.keys(streams)) check.event({ event: eventOf(stream, 0) });
    const findings: string[] = [];
    for await (const { place, message } of check.end()) findings.push(`${place}: ${message.split(': ')[1]}`);
    return findings;
  };

  it('misses no document that the events say nothing of', async () => {
    expect(await findingsOf([rowOf('a', 2)], '1', () => null)).toEqual([
      'counts/a: it differs from a replay of its events.',
    ]);
  });

  it('finds nothing in documents at their last event, or behind what is projected', async () => {
    expect(await findingsOf([rowOf('a', 2), rowOf('b', 1)])).toEqual([]);
  });

  it('finds documents that are altered, stale, without events, or missing', async () => {
    expect(await findingsOf([{ ...rowOf('a', 2), count: 7 } as never, rowOf('b', 0)])).toEqual([
      'counts/a: it differs from a replay of its events.',
      'counts/b: it is at revision 0, although later ones were projected.',
    ]);
    expect(await findingsOf([rowOf('a', 9), rowOf('z', 0)])).toEqual([
      'counts/a: there is no revision 9 of its stream.',
      'counts/z: there is no revision 0 of its stream.',
      'counts/b: it is missing.',
    ]);
    expect(await findingsOf([rowOf('a', 2), rowOf('b', 2), { _id: 'z' }])).toEqual(['counts/z: it has no events.']);
  });

  it('finds a document without its revision, although there are events', async () => {
    expect(await findingsOf([{ ...rowOf('a', 0), revision: undefined }, rowOf('b', 2)], null)).toEqual([
      'counts/a: it differs from a replay of its events.',
    ]);
  });

  it('compares what follows from the first event, and leaves what events do not say as it is stored', async () => {
    const say: ProjectedRows<number, DomainEvent>['toRow'] = ({ id, state }, stored) => ({
      ...stored,
      _id: id,
      count: state,
    });
    const row = (_id: string, count: number) => ({ _id, count, note: 'kept' });
    expect(await findingsOf([row('a', 1), row('b', 2), row('z', 1)], '1', say)).toEqual([
      'counts/b: it differs from a replay of its events.',
      'counts/z: it has no events.',
    ]);
  });
});
