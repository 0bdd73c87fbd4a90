import { describe, expect, test } from '@jest/globals';
import type { ReportJson } from '@outlay/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import {
  answer,
  answerFile,
  anExpense,
  aReport,
  aUser,
  breakDown,
  expectAccessible,
  hang,
  noAnswer,
  refuse,
  renderRoute,
  savedFiles,
  server,
  skipTime,
} from '#app/testing';

const REPORTS = 'GET /api/admin/my-reports';
const DOWNLOAD = 'GET /api/admin/reports/{filename}/download';
const report = aReport({ user_name: 'Ada  van Okafor' });

const myReports = (reports: ReportJson[], handlers: NonNullable<Parameters<typeof renderRoute>[1]>['handlers'] = []) =>
  renderRoute('/my-reports', {
    as: aUser(),
    handlers: [
      ...handlers,
      answer(REPORTS, { reports }),
      answer('GET /api/expenses', [
        anExpense({ status: 'paid' }),
        anExpense({ id: 'other', unique_id: 'other', expense_id: 'EXP-0002' }),
      ]),
    ],
  });

describe('my reports', () => {
  test('are listed with date, amount and number of expenses', async () => {
    myReports([report]);
    const table = within(await screen.findByRole('table', { name: 'My reports' }));
    expect(table.getAllByRole('row')[1]).toHaveTextContent('31 Mar 2026225.00 EUR1XLSZIPView');
    expect(screen.getByRole('heading', { name: 'My Reports', level: 1 })).toBeVisible();
    await expectAccessible();
  });

  test('are cards with all actions on small screens', async () => {
    const { matchMedia } = window;
    window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: query.includes('40rem') });
    try {
      myReports([{ ...report, status: 'pending' }]);
      const list = await screen.findByRole('list', { name: 'My reports' });
      expect(list).toHaveTextContent('225.00 EUR31 Mar 20261 expenseXLSZIPViewBeing prepared');
      await expectAccessible();
    } finally {
      window.matchMedia = matchMedia;
    }
  });

  test('show a loading message, then an empty state', async () => {
    const { unmount } = renderRoute('/my-reports', { as: aUser(), handlers: [hang(REPORTS)] });
    expect(await screen.findByText('Loading your reports...')).toBeVisible();
    unmount();
    myReports([]);
    expect(await screen.findByText('No reports found')).toBeVisible();
  });

  test('are those of the last visit without a connection', async () => {
    const { unmount } = myReports([report]);
    await screen.findByRole('table', { name: 'My reports' });
    unmount();
    myReports([], [noAnswer(REPORTS)]);
    expect(await screen.findByText('Outlay cannot be reached')).toBeVisible();
    expect(screen.getByRole('table', { name: 'My reports' })).toHaveTextContent('225.00 EUR');
    await expectAccessible();
  });

  test.each(['FORBIDDEN', 'UNAUTHENTICATED'] as const)('are empty without an error after %s', async (code) => {
    const view = myReports([], [refuse(REPORTS, code, 'Not for you')]);
    expect(await screen.findByText('No reports found')).toBeVisible();
    expect(screen.queryByText('Not for you')).toBeNull();
    expect(view.path()).toBe('/my-reports');
  });

  test('show an error with Retry if loading fails', async () => {
    let isUp = false;
    const view = myReports(
      [],
      [answer(REPORTS, () => (isUp ? { reports: [report] } : new Response(null, { status: 500 })))],
    );
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.queryByText('No reports found')).toBeNull();
    isUp = true;
    await view.user.click(retry);
    expect(await screen.findByRole('table', { name: 'My reports' })).toBeVisible();
  });

  test.each([
    ['XLS', DOWNLOAD, report.filename],
    ['ZIP', 'GET /api/admin/reports/{filename}/receipts-zip', 'Ada_van_Okafor_receipts_2026-03-31.zip'],
  ] as const)('the %s is saved under its name', async (label, call, name) => {
    const saved = savedFiles();
    const view = myReports([report], [answerFile(call, 'bytes', 'application/octet-stream')]);
    await view.user.click(await screen.findByRole('button', { name: `${label}, ${report.filename}` }));
    await waitFor(() => expect(saved).toEqual([name]));
  });

  test('a failed download shows an error beside its button until the next attempt', async () => {
    const saved = savedFiles();
    const view = myReports([report], [breakDown(DOWNLOAD, 503)]);
    const row = within(await screen.findByRole('table', { name: 'My reports' }));
    await view.user.click(row.getByRole('button', { name: /^XLS/ }));
    expect(await row.findByText('Failed to download report')).toBeVisible();
    server.use(answerFile(DOWNLOAD, 'bytes', 'application/octet-stream'));
    await view.user.click(row.getByRole('button', { name: /^XLS/ }));
    await waitFor(() => expect(saved).toEqual([report.filename]));
    expect(row.queryByText('Failed to download report')).toBeNull();
  });

  test('a pending report has a badge and becomes ready by itself', async () => {
    let status: ReportJson['status'] = 'pending';
    await skipTime(2000, async () => {
      myReports([], [answer(REPORTS, () => ({ reports: [{ ...report, status }] }))]);
      expect(await screen.findByText('Being prepared')).toBeVisible();
      expect(screen.getByRole('button', { name: /^ZIP/ })).toBeDisabled();
      status = 'ready';
    });
    await waitFor(() => expect(screen.getByRole('button', { name: /^ZIP/ })).toBeEnabled());
  });

  test('the dialog shows the payment’s totals and expenses, whichever id the report uses', async () => {
    const view = myReports([{ ...report, expense_ids: ['expense-1'] }]);
    await view.user.click(await screen.findByRole('button', { name: /^View/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Payment Report' }));
    expect(dialog.getByText('Total amount').nextSibling).toHaveTextContent('225.00 EUR');
    const rows = within(await dialog.findByRole('table', { name: 'Paid expenses' })).getAllByRole('row');
    expect(rows).toHaveLength(2);
    expect(rows[1]).toHaveTextContent('EXP-0001');
    expect(view.router.state.location.search).toEqual({ report: report.filename });
    await expectAccessible();
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('a failed preview mentions the download', async () => {
    const view = myReports([report], [breakDown('GET /api/admin/reports/{filename}/json', 500)]);
    await view.user.click(await screen.findByRole('button', { name: /^View/ }));
    await view.user.click(await screen.findByRole('button', { name: 'Preview Excel (inline)' }));
    expect(await screen.findByText('Failed to load report preview. You can still download the file.')).toBeVisible();
  });
});
