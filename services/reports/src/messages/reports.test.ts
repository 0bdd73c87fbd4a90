import {
  findMissingReports,
  findReport,
  listReports,
  previewReport,
  requestReport,
  retryReport,
  type ReportView,
} from '@outlay/contracts';
import { paidExpense } from '../testing/paid-expense.js';
import {
  actingAs,
  admin,
  ana,
  reportRequest,
  runReports,
  system,
  type RunningReports,
} from '../testing/running-reports.js';

const otherUser = actingAs('u-eve', 'partner');

describe('the reports service', () => {
  let reports: RunningReports;

  beforeAll(async () => {
    reports = await runReports();
    await reports.startService();
  });
  afterAll(() => reports.close());

  describe('requesting the report of a payment', () => {
    it('returns a pending report named after the user, the day and the payment', async () => {
      const { report } = await reports.request('3f2a9c1e-1', [paidExpense(1), paidExpense(2)]);
      expect(report).toEqual({
        id: 'report-3f2a9c1e-1',
        paymentId: '3f2a9c1e-1',
        filename: 'expense_report_Ana_Munoz_2026-05-07_3f2a9c1e.xlsx',
        state: 'pending',
        userId: 'u-ana',
        userName: 'Ana Muñoz',
        currency: 'EUR',
        generatedAt: '2026-05-07T09:30:00.000Z',
        totalAmount: '20',
        expenseCount: 2,
        expenseIds: ['EXP-1', 'EXP-2'],
        missingReceipts: 0,
        failureReason: null,
        retryAt: null,
      });
    });

    it('returns the same report to repeated and concurrent requests', async () => {
      const send = () => reports.call(requestReport, reportRequest('again', [paidExpense(1)]), system);
      const replies = await Promise.all([send(), send(), send(), send(), send()]);
      const listed = await reports.call(listReports, { scope: 'all', limit: 200, cursor: null });
      expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
      expect(listed.reports.filter(({ paymentId }) => paymentId === 'again')).toEqual([replies[0]?.report]);
    });

    it('tells which payments have none', async () => {
      await reports.request('known', [paidExpense(1)]);
      const paymentIds = ['lost', 'known', 'lost too'];
      expect(await reports.call(findMissingReports, { paymentIds }, system)).toEqual({
        paymentIds: ['lost', 'lost too'],
      });
    });

    it('gives distinct file names to payments whose ids start alike', async () => {
      const one = await reports.request('aaaaaaaa-1', [paidExpense(1)]);
      const two = await reports.request('aaaaaaaa-2', [paidExpense(2)]);
      expect(one.report.filename).toMatch(/_aaaaaaaa\.xlsx$/);
      expect(two.report.filename).toMatch(/_aaaaaaaa-2\.xlsx$/);
    });

    it('rejects users other than super admins', async () => {
      await expect(reports.call(requestReport, reportRequest('mine', [paidExpense(1)]), ana)).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
    });

    it('rejects an invalid time of payment', async () => {
      const request = reportRequest('when', [paidExpense(1)], { paidAt: 'yesterday' });
      await expect(reports.call(requestReport, request, system)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    });
  });

  describe('reading a report', () => {
    let report: ReportView;

    beforeAll(async () => {
      ({ report } = await reports.request('visible-1', [paidExpense(1)]));
    });

    it.each([
      ['its user', ana],
      ['a super admin', admin],
    ])('%s finds it by file name and by payment', async (_, context) => {
      const byName = await reports.call(findReport, { filename: report.filename }, context);
      const byPayment = await reports.call(findReport, { filename: 'visible-1' }, context);
      expect(byName).toEqual({ report, spreadsheet: null, receiptsZip: null });
      expect(byPayment).toEqual(byName);
    });

    it.each([
      ['another user', otherUser],
      ['nobody', system],
    ])('%s gets NOT_FOUND', async (_, context) => {
      const request = { filename: report.filename };
      await expect(reports.call(findReport, request, context)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(reports.call(previewReport, request, context)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('rejects a preview that is still being prepared', async () => {
      await expect(reports.call(previewReport, { filename: report.filename }, ana)).rejects.toMatchObject({
        code: 'REPORT_NOT_READY',
        message: 'This report is still being prepared. Please try again in a moment.',
      });
    });
  });

  it('lets only super admins have a report made again', async () => {
    const { report } = await reports.request('again-1', [paidExpense(1)]);
    const request = { filename: report.filename };
    await expect(reports.call(retryReport, request, ana)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(reports.call(retryReport, { filename: 'none.xlsx' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('rejects an unknown file name with NOT_FOUND', async () => {
    const request = { filename: 'expense_report_x.xlsx' };
    await expect(reports.call(findReport, request)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the reports service without its document store', () => {
  it('rejects every request with SERVICE_UNAVAILABLE', async () => {
    const reports = await runReports();
    try {
      await reports.startService();
      await reports.stopDocuments();
      const refusal = { code: 'SERVICE_UNAVAILABLE' };
      await expect(reports.request('p-1', [paidExpense(1)])).rejects.toMatchObject(refusal);
      await expect(reports.call(findReport, { filename: 'p-1' })).rejects.toMatchObject(refusal);
      await expect(reports.call(listReports, { scope: 'all', limit: 1, cursor: null })).rejects.toMatchObject(refusal);
    } finally {
      await reports.close();
    }
  });
});

describe('the list of reports', () => {
  let reports: RunningReports;
  const days = ['01', '02', '03', '04', '05'];

  beforeAll(async () => {
    reports = await runReports();
    await reports.startService();
    for (const day of days) {
      const paidAt = `2026-05-${day}T08:00:00.000Z`;
      await reports.request(`ana-${day}`, [paidExpense(1)], { paidAt });
      await reports.request(`eve-${day}`, [paidExpense(1)], { paidAt, userId: 'u-eve', userName: 'Eve' });
    }
  });
  afterAll(() => reports.close());

  async function read(scope: 'own' | 'all', limit: number, context = ana): Promise<string[]> {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof next>> = await next(cursor);
      expect(page.reports.length).toBeLessThanOrEqual(limit);
      ids.push(...page.reports.map(({ paymentId }) => paymentId));
      cursor = page.nextCursor;
    } while (cursor !== null);
    return ids;

    function next(after: string | null) {
      return reports.call(listReports, { scope, limit, cursor: after }, context);
    }
  }

  it.each([1, 2, 5, 200])("contains a user's own reports, newest first, in pages of %d", async (limit) => {
    expect(await read('own', limit)).toEqual(days.map((day) => `ana-${day}`).reverse());
  });

  it('contains all reports once for a super admin, even those paid at the same instant', async () => {
    const all = days.flatMap((day) => [`ana-${day}`, `eve-${day}`]).reverse();
    expect(await read('all', 3, admin)).toEqual(all);
  });

  it('rejects a request for all reports by other users', async () => {
    const request = { scope: 'all' as const, limit: 10, cursor: null };
    await expect(reports.call(listReports, request, ana)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('rejects a malformed cursor', async () => {
    const request = { scope: 'own' as const, limit: 10, cursor: 'nonsense' };
    await expect(reports.call(listReports, request, ana)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('ends a page early so that it fits into a message', async () => {
    const expenseIds = Array.from({ length: 1000 }, (_, n) => `EXP-2026-${String(n).padStart(8, '0')}`);
    for (let n = 0; n < 45; n++) {
      const paymentId = `big-${String(n).padStart(2, '0')}`;
      await reports.request(paymentId, [paidExpense(1)], { expenseIds, userId: 'u-big' });
    }
    const big = actingAs('u-big', 'team_member');
    const first = await reports.call(listReports, { scope: 'own', limit: 200, cursor: null }, big);
    expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThan(1_000_000);
    expect(new Set(await read('own', 200, big)).size).toBe(45);
  });
});
