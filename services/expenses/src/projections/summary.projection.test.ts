import { join } from 'node:path';
import { openDocuments } from '@outlay/documents';
import type { EventStore } from '@outlay/event-store';
import { TestClock, tempFolder } from '@outlay/testing';
import { systemIds, withProgress } from '@outlay/time';
import { openTestEventStore } from '@outlay/event-store/contract';
import { READ_MODEL_VERSION } from '../read-models/expense.model.js';
import { totalsOf } from '../read-models/summary.js';
import { ALL_USERS, SummaryStore } from '../read-models/summary.store.js';
import { ExpenseStream } from '../stream/expense-stream.js';
import { aClaim, aCommand, anna } from '../testing/builders.js';
import { SummaryProjection } from './summary.projection.js';

const context = { actor: null, correlationId: 'test' };
const noFilter = { statuses: null, category: null };

describe('the projection of summaries', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let documents: Awaited<ReturnType<typeof openDocuments>>;
  let store: EventStore;
  let streams: ExpenseStream;
  let summaries: SummaryStore;
  beforeEach(async () => {
    folder = await tempFolder('summaries');
    documents = await openDocuments({ file: join(folder.path, 'expenses.db'), durability: 'normal' });
    store = await openTestEventStore(folder.path);
    streams = new ExpenseStream(store, { stateChanged: async () => undefined }, new TestClock(), systemIds);
    summaries = new SummaryStore(documents);
  });
  afterEach(async () => {
    await store.close();
    await documents.destroy();
    await folder.remove();
  });

  const submit = (id: string, amount: string) =>
    streams.execute(id, context, () => aCommand.create({ details: aClaim({ amount }) }));
  const summaryOf = async (scope: string) => (await summaries.load([scope]))[0];
  const totals = async (scope: string) => totalsOf((await summaryOf(scope))?.buckets ?? [], noFilter);

  it('moves an expense from status to status and counts each once', async () => {
    const projection = new SummaryProjection(summaries, store);
    await submit('one', '10.10');
    await submit('two', '0.20');
    await projection.catchUp();
    await streams.execute('one', context, () => aCommand.approve());
    await projection.catchUp();
    const expected = [
      { status: 'approved', reimbursementCurrency: 'EUR', count: 1, total: '10.10' },
      { status: 'submitted', reimbursementCurrency: 'EUR', count: 1, total: '0.20' },
    ];
    expect(await totals(ALL_USERS)).toEqual(expected);
    expect(await totals(anna.id)).toEqual(expected);
  });

  it('reports its progress to every caller that waits, whichever began it', async () => {
    const projection = new SummaryProjection(summaries, store);
    await submit('one', '1.00');
    const heard = [0, 0];
    await Promise.all(
      heard.map((_, caller) =>
        withProgress(
          () => (heard[caller] = (heard[caller] ?? 0) + 1),
          () => projection.catchUp(),
        ),
      ),
    );
    expect(heard[0]).toBeGreaterThan(0);
    expect(heard[1]).toBe(heard[0]);
  });

  it('counts all events that were stored before the call, also during a run', async () => {
    const projection = new SummaryProjection(summaries, store);
    await submit('one', '1.00');
    const running = projection.catchUp();
    await submit('two', '2.00');
    await projection.catchUp();
    expect(await totals(anna.id)).toMatchObject([{ count: 2, total: '3.00' }]);
    await running;
  });

  it('counts each event once if several instances count at the same time', async () => {
    const projections = Array.from({ length: 4 }, () => new SummaryProjection(new SummaryStore(documents), store));
    for (let n = 0; n < 20; n += 1) {
      await submit(`expense-${n}`, '1.00');
      if (n % 2) await streams.execute(`expense-${n}`, context, () => aCommand.reject());
      await Promise.all(projections.map((each) => each.catchUp()));
    }
    for (const scope of [ALL_USERS, anna.id]) {
      expect(await totals(scope)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ status: 'submitted', count: 10, total: '10.00' }),
          expect.objectContaining({ status: 'rejected', count: 10, total: '10.00' }),
        ]),
      );
    }
  });

  it('counts nothing twice after a crash between the summary of a user and that of all', async () => {
    await submit('one', '5.00');
    await new SummaryProjection(summaries, store).catchUp();
    await submit('two', '7.00');
    await streams.execute('two', context, () => aCommand.approve());
    const crashing = new SummaryStore(documents);
    const replace = crashing.replace.bind(crashing);
    crashing.replace = async (next) => {
      if (next.some(({ next: { _id } }) => _id === ALL_USERS)) throw new Error('crashed');
      return replace(next);
    };
    await expect(new SummaryProjection(crashing, store).catchUp()).rejects.toThrow('crashed');
    const both = [
      { status: 'approved', count: 1, total: '7.00' },
      { status: 'submitted', count: 1, total: '5.00' },
    ];
    expect(await totals(anna.id)).toMatchObject(both);
    expect(await totals(ALL_USERS)).toMatchObject([{ count: 1, total: '5.00' }]);
    await new SummaryProjection(summaries, store).catchUp();
    expect(await totals(anna.id)).toMatchObject(both);
    expect(await totals(ALL_USERS)).toMatchObject(both);
  });

  it('counts for each owner apart, and for all together', async () => {
    const ben = { id: 'ben', name: 'Ben Beck', email: 'ben@example.org' };
    await submit('one', '1.00');
    await streams.execute('two', context, () => aCommand.create({ opening: { expenseId: 'EXP-two', owner: ben } }));
    await new SummaryProjection(summaries, store).catchUp();
    expect(await totals(anna.id)).toMatchObject([{ count: 1, total: '1.00' }]);
    expect(await totals(ben.id)).toMatchObject([{ count: 1, total: '100.00' }]);
    expect(await totals(ALL_USERS)).toMatchObject([{ count: 2, total: '101.00' }]);
  });

  it('counts any number of events', async () => {
    await Promise.all(Array.from({ length: 251 }, (_, n) => submit(`expense-${n}`, '1.00')));
    await new SummaryProjection(summaries, store).catchUp();
    expect(await totals(ALL_USERS)).toMatchObject([{ count: 251, total: '251.00' }]);
  });

  it('counts again when another instance was faster', async () => {
    await submit('one', '5.00');
    const slower = new SummaryStore(documents);
    const replace = slower.replace.bind(slower);
    let attempts = 0;
    slower.replace = async (next) => {
      attempts += 1;
      return attempts > 1 && replace(next);
    };
    await new SummaryProjection(slower, store).catchUp();
    expect(await totals(ALL_USERS)).toMatchObject([{ count: 1, total: '5.00' }]);
  });

  it('goes on over events of which none can be counted', async () => {
    const unknown = { id: systemIds.uuid(), type: 'Unknown', data: {}, metadata: {} };
    const { position } = await store.append('expense-unknown', [unknown], 'no-stream');
    const projection = new SummaryProjection(summaries, store);
    await projection.catchUp();
    expect(await summaryOf(ALL_USERS)).toMatchObject({ position, buckets: [] });
    await submit('one', '5.00');
    await projection.catchUp();
    expect(await totals(ALL_USERS)).toMatchObject([{ count: 1, total: '5.00' }]);
  });

  it('stores nothing while there are no events', async () => {
    await new SummaryProjection(summaries, store).catchUp();
    expect(await documents.collection(`summaries_v${READ_MODEL_VERSION}`).countDocuments()).toBe(0);
  });

  it('forgets a deleted draft', async () => {
    await streams.execute('draft', context, () => aCommand.create({ status: 'draft' }));
    await streams.execute('draft', context, () => aCommand.delete());
    await new SummaryProjection(summaries, store).catchUp();
    expect(await totals(ALL_USERS)).toEqual([]);
  });

  it('counts again from the start after it was cleared', async () => {
    await submit('one', '5.00');
    const projection = new SummaryProjection(summaries, store);
    await projection.catchUp();
    const before = await summaryOf(anna.id);
    await summaries.clear();
    await projection.catchUp();
    expect(await summaryOf(anna.id)).toEqual(before);
  });
});
