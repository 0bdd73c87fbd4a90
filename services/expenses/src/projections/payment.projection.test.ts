import { loadStream } from '@outlay/event-sourcing';
import { paymentModel } from '../read-models/payment.model.js';
import { anna } from '../testing/builders.js';
import { PAYMENT } from '../stream/stream-types.js';
import { openTestStreams, system } from '../testing/test-streams.js';
import { PaymentProjection } from './payment.projection.js';

describe('the projection of payments', () => {
  let streams: Awaited<ReturnType<typeof openTestStreams>>;
  let projection: PaymentProjection;
  beforeEach(async () => {
    streams = await openTestStreams();
    projection = new PaymentProjection(rows(), streams.events);
  });
  afterEach(() => streams.close());

  const rows = () => paymentModel(streams.documents);
  const stored = () => rows().find({}, { head: 0 }).lean();
  const start = () =>
    streams.payments.execute(
      'p1',
      { type: 'Start', batch: { user: anna, currency: 'EUR', expenses: ['one'], revisions: [2] } },
      system,
    );
  const complete = () => streams.payments.execute('p1', { type: 'Complete', paid: ['one'], skipped: [] }, system);
  const handle = () => projection.project('payment-p1');
  const started = {
    _id: 'p1',
    revision: 0,
    status: 'started',
    startedAt: '2026-06-15T10:00:00.000Z',
    reportRequested: false,
  } as const;
  const completed = { ...started, revision: 1, status: 'completed' };

  it('lists a started payment without a report, however often it is handled', async () => {
    await start();
    await handle();
    await handle();
    expect(await stored()).toEqual([started]);
  });

  it('lists a payment as completed with the time of its start', async () => {
    await start();
    await handle();
    streams.clock.advance({ minutes: 1 });
    await complete();
    await handle();
    expect(await stored()).toEqual([completed]);
  });

  it('lists the hash of the last event, and refuses a stream with another one', async () => {
    await start();
    await handle();
    const { headHash } = await loadStream(PAYMENT, streams.events, 'p1');
    expect(await rows().findById('p1').lean()).toMatchObject({ head: headHash });
    await rows().updateOne({ _id: 'p1' }, { $set: { head: 'another' } });
    await complete();
    await expect(handle()).rejects.toMatchObject({ code: 'TRAIL_BROKEN' });
  });

  it('keeps the mark of a requested report', async () => {
    await start();
    await handle();
    await rows().updateOne({ _id: 'p1' }, { $set: { reportRequested: true } });
    await complete();
    await handle();
    expect(await stored()).toEqual([{ ...completed, reportRequested: true }]);
  });

  it('of a stream that lost events stays as it is', async () => {
    await start();
    await rows().create({ ...started, revision: 7 });
    await expect(handle()).rejects.toMatchObject({ code: 'TRAIL_BROKEN' });
    expect(await stored()).toEqual([{ ...started, revision: 7 }]);
  });

  it('lists no payment that was not started', async () => {
    await handle();
    expect(await stored()).toEqual([]);
  });
});
