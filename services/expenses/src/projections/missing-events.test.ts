import { READ_MODELS, expenseModel } from '../read-models/expense.model.js';
import { paymentModel } from '../read-models/payment.model.js';
import { openTestStreams } from '../testing/test-streams.js';
import { CheckpointStore } from './checkpoint.store.js';
import { ExpenseProjection } from './expense.projection.js';
import { findMissingEvent } from './missing-events.js';
import { ListVersionsStore } from '../read-models/list-versions.store.js';
import { fillReadModel } from './rebuild.js';

describe('the events that a read model was made from', () => {
  let streams: Awaited<ReturnType<typeof openTestStreams>>;
  let older: typeof streams;
  beforeEach(async () => {
    [streams, older] = [await openTestStreams(), await openTestStreams()];
    for (const id of ['one', 'two']) await streams.submit(id);
  });
  afterEach(() => Promise.all([streams.close(), older.close()]));

  const missing = (events = streams.events, limit = 100) => findMissingEvent(streams.documents, events, limit);
  const project = async (id: string) => {
    const rows = expenseModel(streams.documents);
    const versions = new ListVersionsStore(streams.documents);
    await new ExpenseProjection(rows, versions, streams.events).stateChanged(await streams.expenses.load(id));
  };

  it('are all there before anything is projected, and after', async () => {
    expect(await missing()).toBeNull();
    await fillReadModel(streams.documents, streams.events);
    expect(await missing()).toBeNull();
  });

  it('are missing if the store lacks the event of the checkpoint, or has another one there', async () => {
    await fillReadModel(streams.documents, streams.events);
    await expenseModel(streams.documents).deleteMany({});
    expect(await missing(older.events)).toBe('revision 1 of expense-two');
    const checkpoint = new CheckpointStore(streams.documents, READ_MODELS);
    await checkpoint.save({ position: '9', stream: 'expense-one', revision: 7, id: 'later' });
    expect(await missing()).toBe('revision 7 of expense-one');
  });

  it('are missing if the store lacks the last revision of a claim', async () => {
    await streams.approve('three');
    await project('three');
    await older.submit('three');
    expect(await missing()).toBeNull();
    expect(await missing(older.events)).toBe('revision 2 of expense-three');
  });

  it('are missing if the store lacks a payment', async () => {
    const payment = { _id: 'p', revision: 1, status: 'completed' as const, reportRequested: true };
    await paymentModel(streams.documents).create({ ...payment, startedAt: '2026-06-15T10:00:00.000Z' });
    expect(await missing()).toBe('revision 1 of payment-p');
  });

  it('are looked for among the newest payments only, if limited', async () => {
    const payment = (day: number) => ({
      _id: `of-day-${day}`,
      revision: 0,
      status: 'started' as const,
      startedAt: `2026-06-1${day}T10:00:00.000Z`,
      reportRequested: true,
    });
    for (const day of [1, 3, 2]) await paymentModel(streams.documents).create(payment(day));
    expect(await missing(streams.events, 1)).toBe('revision 0 of payment-of-day-3');
  });

  it('are looked for among the newest claims only, if limited', async () => {
    await streams.submit('old');
    await project('old');
    streams.clock.advance({ seconds: 1 });
    await streams.submit('new');
    await older.submit('new');
    await project('new');
    expect(await missing(older.events, 1)).toBeNull();
    expect(await missing(older.events, 2)).toBe('revision 1 of expense-old');
  });
});
