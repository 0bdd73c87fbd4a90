import { findMissingReports, OutlayError, requestReport } from '@outlay/contracts';
import type { CompletedPayment } from '../domain/payment.js';
import { paymentModel } from '../read-models/payment.model.js';
import { aClaim, anna } from '../testing/builders.js';
import { OtherServices } from '../testing/other-services.js';
import { openTestStreams, system } from '../testing/test-streams.js';
import { PaymentReports } from './payment-reports.js';

describe('the report of a payment', () => {
  let streams: Awaited<ReturnType<typeof openTestStreams>>;
  let others: OtherServices;
  let reports: PaymentReports;
  beforeEach(async () => {
    streams = await openTestStreams();
    others = new OtherServices();
    reports = new PaymentReports(streams.expenses, rows(), others.messages);
  });
  afterEach(() => streams.close());

  const rows = () => paymentModel(streams.documents);
  const aRow = (_id: string, minute: number, reportRequested = false) =>
    rows().create({
      _id,
      revision: 1,
      status: 'completed',
      startedAt: `2026-06-15T10:0${minute}:00.000Z`,
      reportRequested,
    });
  const requestedIds = async () => {
    const requested = await rows().find({ reportRequested: true }).sort({ _id: 1 }).lean();
    return requested.map(({ _id }) => _id);
  };
  const aPayment = (paid: string[]): CompletedPayment => ({
    status: 'completed',
    startedAt: '2026-06-15T10:00:00.000Z',
    startedBy: { id: 'boss', email: 'boss@example.org' },
    completedAt: '2026-06-15T10:00:01.000Z',
    user: anna,
    currency: 'EUR',
    expenses: ['one', 'two', 'three'],
    revisions: [2, 2, 2],
    paid,
    skipped: [],
    report: null,
  });
  const reportsWork = () =>
    others.answer(requestReport, ({ expenseIds, paidAt, ...request }) => ({
      report: {
        ...request,
        id: request.paymentId,
        filename: 'r.xlsx',
        state: 'pending' as const,
        expenseIds,
        expenseCount: expenseIds.length,
        missingReceipts: 0,
        failureReason: null,
        retryAt: null,
        generatedAt: paidAt,
      },
    }));

  it('is requested with the total and the public ids of the paid expenses, in their order', async () => {
    reportsWork();
    await streams.submit('one', { details: aClaim({ amount: '10.10' }) });
    await streams.submit('two', { details: aClaim({ amount: '20.20' }) });
    await streams.submit('three');
    await aRow('p2', 2);
    await aRow('p1', 1);
    await reports.request('p1', aPayment(['two', 'one']), [], system);
    const request = {
      paymentId: 'p1',
      paidAt: '2026-06-15T10:00:01.000Z',
      userId: 'anna',
      userName: 'Anna Abel',
      userEmail: 'anna@example.org',
      currency: 'EUR',
      totalAmount: '30.30',
      expenseIds: ['EXP-two', 'EXP-one'],
    };
    expect(others.received).toEqual([{ request, context: system }]);
    expect(await requestedIds()).toEqual(['p1']);
  });

  it('is not needed if nothing was paid', async () => {
    reportsWork();
    await aRow('p1', 1);
    await reports.request('p1', aPayment([]), [], system);
    expect(others.received).toEqual([]);
    expect(await reports.missing(1)).toEqual([]);
  });

  it('is still missing after a failed request', async () => {
    others.answer(requestReport, () => {
      throw new OutlayError('SERVICE_UNAVAILABLE', 'The reports service is down.');
    });
    await streams.submit('one');
    await aRow('p1', 1);
    await expect(reports.request('p1', aPayment(['one']), [], system)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    expect(await reports.missing(1)).toEqual(['p1']);
  });

  it('is missing until it was requested; of many, those of the oldest payments come first', async () => {
    await aRow('a', 3);
    await aRow('b', 1);
    await aRow('c', 0, true);
    await aRow('d', 2);
    expect(await reports.missing(10)).toEqual(['b', 'd', 'a']);
    expect(await reports.missing(2)).toEqual(['b', 'd']);
  });

  it('is looked for among any number of payments', async () => {
    const ids = Array.from({ length: 501 }, (_, n) => `p${1000 + n}`);
    const row = {
      revision: 1,
      status: 'completed',
      startedAt: '2026-06-15T10:00:00.000Z',
      reportRequested: true,
    } as const;
    await rows().insertMany(ids.toReversed().map((_id) => ({ _id, ...row })));
    others.answer(findMissingReports, ({ paymentIds }) => ({ paymentIds: paymentIds.filter((id) => id === 'p1500') }));
    await reports.findLost(system);
    const asked = others.received.map(({ request }) => (request as { paymentIds: string[] }).paymentIds);
    expect(asked).toEqual([ids.slice(0, 500), ['p1500']]);
    expect(await reports.missing(10)).toEqual(['p1500']);
  });

  it('is missing again if the reports service has lost it since', async () => {
    await aRow('kept', 1, true);
    await aRow('lost', 2, true);
    await aRow('unpaid', 3);
    others.answer(findMissingReports, ({ paymentIds }) => ({ paymentIds: paymentIds.filter((id) => id === 'lost') }));
    await reports.findLost(system);
    expect(others.received).toEqual([{ request: { paymentIds: ['kept', 'lost'] }, context: system }]);
    expect(await reports.missing(10)).toEqual(['lost', 'unpaid']);
  });
});
