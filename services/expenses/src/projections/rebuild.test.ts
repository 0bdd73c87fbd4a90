import { randomUUID } from 'node:crypto';
import type { EventStore, RecordedEvent } from '@outlay/event-store';
import { toEnvelopes } from '@outlay/event-sourcing';
import {
  EXPENSES_COLLECTION,
  READ_MODELS,
  expenseModel,
  toRow,
  type ExpenseRow,
} from '../read-models/expense.model.js';
import { ListVersionsStore } from '../read-models/list-versions.store.js';
import { paymentModel } from '../read-models/payment.model.js';
import { ALL_USERS, SummaryStore } from '../read-models/summary.store.js';
import { EXPENSE } from '../stream/stream-types.js';
import { aCommand, anEvent, anna } from '../testing/builders.js';
import { openTestStreams, system } from '../testing/test-streams.js';
import type { Broken } from './quarantine.js';
import { CheckpointStore } from './checkpoint.store.js';
import { fillReadModel, isDerived, rebuildReadModel } from './rebuild.js';

const ben = { id: 'ben', name: 'Ben Beck', email: 'ben@example.org' };
const payment = { user: anna, currency: 'EUR' as const, expenses: ['paid'], revisions: [2] };
const ids = ['deleted', 'of-ben', 'open', 'paid'];
const both = [
  { kind: 'rebuilt', make: rebuildReadModel },
  { kind: 'filled', make: fillReadModel },
];

describe('a read model made from the events', () => {
  let streams: Awaited<ReturnType<typeof openTestStreams>>;
  beforeEach(async () => {
    streams = await openTestStreams();
  });
  afterEach(() => streams.close());

  async function someHistory() {
    const { submit, approve, expenses, payments } = streams;
    await submit('open');
    await submit('of-ben', {
      actor: { id: ben.id, role: 'team_member' },
      opening: { expenseId: 'EXP-of-ben', owner: ben },
    });
    await submit('deleted', { status: 'draft' });
    await expenses.execute('deleted', system, () => aCommand.delete());
    await approve('paid');
    await payments.execute('p1', { type: 'Start', batch: payment }, system);
    await expenses.execute('paid', system, () => aCommand.pay('p1'));
    await payments.execute('p1', { type: 'Complete', paid: ['paid'], skipped: [] }, system);
  }
  async function manyClaims(count: number) {
    const append = (n: number) => {
      const head = { stream: `expense-${n}`, revision: -1, headHash: null, versions: EXPENSE.versions };
      const context = { context: system, at: '2026-06-15T10:00:00.000Z', eventId: () => randomUUID() };
      return streams.events.append(head.stream, toEnvelopes(head, [anEvent.submitted()], context), 'no-stream');
    };
    const AT_ONCE = 50;
    for (let from = 0; from < count; from += AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, n) => append(from + n)));
  }
  const rows = () => expenseModel(streams.documents);
  const stored = () => rows().find().sort({ _id: 1 }).lean<ExpenseRow[]>();
  const expected = async (of = ids) => (await Promise.all(of.map((id) => streams.expenses.load(id)))).map(toRow);
  const allEvents = () => streams.events.readAll({ prefixes: ['expense-', 'payment-'], after: null, limit: 100 });
  const summaries = () => new SummaryStore(streams.documents);
  const versions = () => new ListVersionsStore(streams.documents).currentOf([anna.id, ben.id]);

  /** The event store with another `readAll`. */
  const reading = (readAll: EventStore['readAll']): EventStore =>
    Object.create(streams.events, { readAll: { value: readAll } }) as EventStore;
  const inBatchesOf = (limit: number) => reading((options) => streams.events.readAll({ ...options, limit }));
  const altering = (...places: [stream: string, revision: number][]) =>
    reading(async (options) => {
      const events = await streams.events.readAll(options);
      const isAltered = (event: RecordedEvent) =>
        places.some(([stream, revision]) => event.stream === stream && event.revision === revision);
      return events.map((event) => (isAltered(event) ? { ...event, id: 'another' } : event));
    });

  describe.each(both)('$kind', ({ make }) => {
    it('holds the documents that projecting would have written, and no others', async () => {
      await someHistory();
      await rows().create({ _id: 'unknown', revision: 0, status: 'submitted' });
      await rows().create({ _id: 'open', revision: 9, status: 'paid' });
      await make(streams.documents, streams.events);
      expect(await stored()).toEqual(await expected());
    });

    it('is made from any number of batches, and reports its progress', async () => {
      await someHistory();
      const progress: number[] = [];
      const result = await make(streams.documents, inBatchesOf(4), {
        onProgress: (events) => progress.push(events),
      });
      expect(progress).toEqual([4, 8, 12, 13]);
      const last = (await allEvents()).at(-1);
      expect(result).toMatchObject({ events: 13, expenses: 4, brokenAt: null });
      expect(last).toMatchObject(result.last ?? {});
      expect(await stored()).toEqual(await expected());
    });

    it('holds more documents than are written at once', async () => {
      await manyClaims(2_001);
      await make(streams.documents, streams.events);
      expect(await rows().countDocuments()).toBe(2_001);
    });

    it('has its indexes', async () => {
      await make(streams.documents, streams.events);
      const names = (await rows().listIndexes()).map(({ key }) => Object.keys(key));
      expect(names).toEqual(
        expect.arrayContaining(
          rows()
            .schema.indexes()
            .map(([key]) => Object.keys(key)),
        ),
      );
    });

    it('comes with summaries that are counted again', async () => {
      await someHistory();
      const wrong = { _id: ALL_USERS, position: '999999', buckets: [] };
      await summaries().replace([{ next: wrong, previous: null }]);
      await make(streams.documents, streams.events);
      const [all] = await summaries().load([ALL_USERS]);
      expect(all?.buckets.map(({ status, count }) => [status, count])).toEqual([
        ['submitted', 2],
        ['paid', 1],
      ]);
    });

    it('is empty without events', async () => {
      expect(await make(streams.documents, streams.events)).toMatchObject({ events: 0, expenses: 0, last: null });
      expect(await stored()).toEqual([]);
    });
  });

  it('includes the claims that arrived during the rebuild', async () => {
    await someHistory();
    let isReplayed = false;
    const events = reading(async (options) => {
      const batch = await streams.events.readAll({ ...options, limit: 2 });
      if (batch.length === 0 && !isReplayed) {
        isReplayed = true;
        for (const id of ['x1', 'x2', 'x3']) await streams.submit(id);
        await streams.payments.execute('p2', { type: 'Start', batch: payment }, system);
      }
      return batch;
    });
    expect(await rebuildReadModel(streams.documents, events)).toMatchObject({ expenses: 4 });
    expect(await stored()).toEqual(await expected([...ids, 'x1', 'x2', 'x3']));
  });

  it.each([
    [3, [9, 12, 13]],
    [5, [13]],
  ])('goes on after a crash in batch %i where it was, with the same result', async (crash, rest) => {
    await someHistory();
    const checkpoint = new CheckpointStore(streams.documents, READ_MODELS);
    await checkpoint.save({ position: '7', stream: 'expense-open', revision: 0, id: 'projected' });
    await rebuildReadModel(streams.documents, streams.events);
    const whole = await summaries().load([ALL_USERS, anna.id, ben.id]);
    await rows().create({ _id: 'unknown', revision: 0, status: 'submitted' });
    const reads: (string | null)[] = [];
    const crashing = (crashAt: number) =>
      reading((options) => {
        if (reads.push(options.after) === crashAt) throw new Error('crashed');
        return streams.events.readAll(options.prefixes.length === 2 ? { ...options, limit: 3 } : options);
      });
    await expect(rebuildReadModel(streams.documents, crashing(crash))).rejects.toThrow('crashed');
    expect(await rows().findById('unknown')).not.toBeNull();
    reads.length = 0;
    const progress: number[] = [];
    const result = await rebuildReadModel(streams.documents, crashing(99), {
      onProgress: (events) => progress.push(events),
    });
    expect(progress).toEqual(rest);
    expect(await checkpoint.load()).toBe('7');
    expect(reads[0]).not.toBeNull();
    expect(result).toMatchObject({ events: 13, expenses: 4, brokenAt: null });
    expect(await stored()).toEqual(await expected());
    expect((await summaries().load([ALL_USERS, anna.id, ben.id])).map(({ buckets }) => buckets)).toEqual(
      whole.map(({ buckets }) => buckets),
    );
  });

  it('writes again what a crash left without progress', async () => {
    await someHistory();
    const crashing = (crashAt: number) => {
      let reads = 0;
      return reading((options) => {
        reads += 1;
        if (reads === crashAt) throw new Error('crashed');
        return streams.events.readAll({ ...options, limit: 3 });
      });
    };
    const checkpoints = streams.documents.collection<{ _id: string }>('checkpoints');
    const _id = `${EXPENSES_COLLECTION}_rebuilt`;
    await expect(rebuildReadModel(streams.documents, crashing(2))).rejects.toThrow('crashed');
    const earlier = await checkpoints.findOne({ _id });
    await expect(rebuildReadModel(streams.documents, crashing(2))).rejects.toThrow('crashed');
    await checkpoints.replaceOne({ _id }, { ...earlier });
    await rebuildReadModel(streams.documents, streams.events);
    expect(await stored()).toEqual(await expected());
  });

  it('starts again after a crash if the events are others since', async () => {
    await someHistory();
    const crashing = reading((options) =>
      options.after === null ? streams.events.readAll({ ...options, limit: 3 }) : Promise.reject(new Error('crashed')),
    );
    await expect(rebuildReadModel(streams.documents, crashing)).rejects.toThrow('crashed');
    const reads: (string | null)[] = [];
    const others = Object.create(streams.events, {
      readStream: { value: async () => [] },
      readAll: {
        value: (options: Parameters<EventStore['readAll']>[0]) => {
          reads.push(options.after);
          return streams.events.readAll(options);
        },
      },
    }) as EventStore;
    await rebuildReadModel(streams.documents, others);
    expect(reads[0]).toBeNull();
  });

  it('leaves out and names broken streams, and continues after a crash', async () => {
    await someHistory();
    const unreadable =
      (readAll: EventStore['readAll']): EventStore['readAll'] =>
      async (options) =>
        (await readAll(options)).map((event) =>
          event.stream === 'expense-paid' && event.revision === 1 ? { ...event, type: 'Unknown' } : event,
        );
    const readStream: EventStore['readStream'] = async (...of) =>
      unreadable(() => streams.events.readStream(...of))({ prefixes: [], after: null, limit: 0 });
    let reads = 0;
    const events = (crashAt: number): EventStore =>
      Object.create(streams.events, {
        readStream: { value: readStream },
        readAll: {
          value: unreadable(async (options) => {
            reads += 1;
            if (reads === crashAt) throw new Error('crashed');
            return streams.events.readAll({ ...options, limit: 2 });
          }),
        },
      }) as EventStore;
    const named: string[] = [];
    const onBroken = async ({ stream, revision }: Broken) => void named.push(`${stream}@${revision}`);
    await expect(fillReadModel(streams.documents, events(5), { onBroken })).rejects.toThrow('crashed');
    const { events: count } = await fillReadModel(streams.documents, events(0), { onBroken });
    expect(count).toBe(13);
    expect(new Set(named)).toEqual(new Set(['expense-paid@1']));
    expect((await stored()).map(({ _id, revision }) => [_id, revision])).toContainEqual(['paid', 0]);
    const whole = ids.filter((id) => id !== 'paid');
    expect((await stored()).filter(({ _id }) => _id !== 'paid')).toEqual(await expected(whole));
  });

  it('lists the payments, with the marks of those that have a report', async () => {
    await someHistory();
    await streams.payments.execute('p2', { type: 'Start', batch: payment }, system);
    const p1 = { _id: 'p1', revision: 0, status: 'started', startedAt: '2026-06-15T10:00:00.000Z' } as const;
    await paymentModel(streams.documents).create({ ...p1, head: null, reportRequested: true });
    await fillReadModel(streams.documents, inBatchesOf(2));
    expect(await paymentModel(streams.documents).find({}, { head: 0 }).sort({ _id: 1 }).lean()).toEqual([
      { ...p1, revision: 1, status: 'completed', reportRequested: true },
      { ...p1, _id: 'p2', reportRequested: false },
    ]);
  });

  it('is projected on from the last event it was filled with', async () => {
    await someHistory();
    await fillReadModel(streams.documents, streams.events);
    const checkpoint = new CheckpointStore(streams.documents, READ_MODELS);
    const last = (await allEvents()).at(-1);
    expect(await checkpoint.load()).toBe(last?.position);
    expect(await checkpoint.lastEvent()).toMatchObject({ event: { id: last?.id } });
  });

  it('is projected on from the start if there were no events', async () => {
    await fillReadModel(streams.documents, streams.events);
    expect(await new CheckpointStore(streams.documents, READ_MODELS).load()).toBeNull();
  });

  it('gives the lists of every owner another version when it is filled', async () => {
    await someHistory();
    const before = await versions();
    await fillReadModel(streams.documents, streams.events);
    const after = await versions();
    for (const id of [anna.id, ben.id]) expect(after[id]).not.toBe(before[id]);
  });

  it.each([
    { what: 'a claim', at: ['expense-paid', 0] },
    { what: 'a payment', at: ['payment-p1', 0] },
  ] as const)('names the revision after an altered event of $what', async ({ at: [stream, revision] }) => {
    await someHistory();
    const { brokenAt } = await fillReadModel(streams.documents, altering([stream, revision]));
    expect(brokenAt).toEqual({ stream, revision: revision + 1 });
  });

  it('names the first of several breaks of the trail', async () => {
    await someHistory();
    const events = altering(['expense-paid', 0], ['expense-paid', 1]);
    expect(await fillReadModel(streams.documents, events)).toMatchObject({
      brokenAt: { stream: 'expense-paid', revision: 1 },
    });
  });
});

describe('the collections of the expenses service', () => {
  it.each([
    [EXPENSES_COLLECTION, true],
    [`${EXPENSES_COLLECTION}_rebuilt`, true],
    ['summaries_v4', true],
    ['checkpoints', true],
    ['leases', true],
    ['payments', false],
    ['expenses', false],
    ['old_expenses_v1', false],
    ['old_checkpoints', false],
    ['leases_kept', false],
  ])('%s are derived: %s', (collection, derived) => {
    expect(isDerived(collection)).toBe(derived);
  });
});
