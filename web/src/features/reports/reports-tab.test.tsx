import { describe, expect, test } from '@jest/globals';
import type { ReportJson } from '@outlay/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import {
  answer,
  answerFile,
  anExpense,
  aReport,
  breakDown,
  expectAccessible,
  findToast,
  savedFiles,
} from '#app/testing';
import { renderPanel } from '#panel/testing';

const REPORTS = 'GET /api/admin/reports';
const PREVIEW = 'GET /api/admin/reports/{filename}/json';
const TAB = '/admin?tab=reports';

const ada = aReport();
const tunde = aReport({
  id: 'report-2',
  filename: 'report-of-tunde.xlsx',
  user_id: 'user-2',
  user_name: 'Tunde Adeyemi',
  currency: 'USD',
  total_amount: 1046,
  expense_count: 12,
});
const paid = anExpense({ status: 'paid', receipt: 'stored.png' });

const reportsPanel = (reports: ReportJson[], handlers: Parameters<typeof renderPanel>[1] = {}) =>
  renderPanel(TAB, {
    expenses: [paid],
    ...handlers,
    handlers: [...(handlers.handlers ?? []), answer(REPORTS, reports)],
  });
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

describe('the reports of all users', () => {
  test('are listed and can be filtered by user', async () => {
    const view = reportsPanel([tunde, ada]);
    await screen.findByRole('table', { name: 'Reports' });
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'User',
      'Date',
      'Amount',
      '# Expenses',
      'Actions',
    ]);
    expect(rows()).toEqual([
      'Tunde Adeyemi31/03/261,046.00 USD12XLSZIPView',
      'Ada Okafor31/03/26225.00 EUR1XLSZIPView',
    ]);
    await expectAccessible();
    await view.user.selectOptions(screen.getByLabelText('User'), 'Ada Okafor');
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(view.router.state.location.search).toEqual({ tab: 'reports', reports_of: 'user-1' });
  });

  test('an empty list shows a message', async () => {
    reportsPanel([]);
    expect(await screen.findByText('No reports found')).toBeVisible();
  });

  test('a failed load is only logged, without the message of an empty list', async () => {
    renderPanel(TAB, { handlers: [breakDown(REPORTS, 500)] });
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible();
    expect(screen.queryByText('No reports found')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    [ada, `XLS, ${ada.filename}`, 'GET /api/admin/reports/{filename}/download', ada.filename],
    [
      ada,
      `ZIP, ${ada.filename}`,
      'GET /api/admin/reports/{filename}/receipts-zip',
      'expense_report_Ada_Okafor_2026-03-31_a1b2c3d4_receipts_2026-03-31.zip',
    ],
    [
      tunde,
      `ZIP, ${tunde.filename}`,
      'GET /api/admin/reports/{filename}/receipts-zip',
      'report-of-tunde_receipts_receipts.zip',
    ],
  ] as const)('are saved under the name of R-8.6: %#', async (report, button, call, name) => {
    const saved = savedFiles();
    const view = reportsPanel([report], { handlers: [answerFile(call, 'bytes', 'application/octet-stream')] });
    await view.user.click(await screen.findByRole('button', { name: button }));
    await waitFor(() => expect(saved).toEqual([name]));
  });

  test.each([
    ['XLS', 'GET /api/admin/reports/{filename}/download', 'Failed to download report'],
    ['ZIP', 'GET /api/admin/reports/{filename}/receipts-zip', 'Failed to download receipts ZIP'],
  ] as const)('a failed %s says so', async (label, call, message) => {
    const view = reportsPanel([ada], { handlers: [breakDown(call, 503)] });
    await view.user.click(await screen.findByRole('button', { name: `${label}, ${ada.filename}` }));
    expect(await findToast(message)).toBeVisible();
  });

  test('a report whose ZIP lacks receipts says how many', async () => {
    reportsPanel([
      { ...tunde, missing_receipts: 2 },
      { ...ada, missing_receipts: 1 },
    ]);
    expect(await screen.findByText('2 receipts missing')).toBeVisible();
    expect(screen.getByText('1 receipt missing')).toBeVisible();
    expect(screen.getByRole('button', { name: `ZIP, ${ada.filename}` })).toBeEnabled();
  });

  test('a pending report offers no download and updates by itself', async () => {
    let status: ReportJson['status'] = 'pending';
    renderPanel(TAB, { handlers: [answer(REPORTS, () => [{ ...ada, status }])] });
    expect(await screen.findByText('Being prepared')).toBeVisible();
    expect(screen.getByRole('button', { name: /^XLS/ })).toBeDisabled();
    status = 'ready';
    await waitFor(() => expect(screen.getByRole('button', { name: /^XLS/ })).toBeEnabled(), { timeout: 5000 });
    expect(screen.queryByText('Being prepared')).toBeNull();
  });
});

describe('a report that could not be made', () => {
  const RETRY = 'POST /api/admin/reports/{filename}/retry';
  const givenUp = aReport({ status: 'failed', failure_reason: 'Each of five tries ended the program that makes it.' });
  const open = async (report: ReportJson, handlers: Parameters<typeof renderPanel>[1] = {}) => {
    const panel = reportsPanel([report], handlers);
    await panel.user.click(await screen.findByRole('button', { name: /^View/ }));
    return { ...panel, dialog: within(await screen.findByRole('dialog', { name: 'Payment Report' })) };
  };

  test('says why, and is made again on request', async () => {
    let report = givenUp;
    const asked = answer(RETRY, () => (report = { ...givenUp, status: 'pending', failure_reason: null }));
    const { user } = renderPanel(`${TAB}&report=${givenUp.filename}`, {
      expenses: [paid],
      handlers: [answer(REPORTS, () => [report]), asked],
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Payment Report' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Each of five tries ended the program that makes it.');
    expect(dialog.getByText('Could not be made')).toBeVisible();
    await expectAccessible();
    await user.click(dialog.getByRole('button', { name: 'Make again' }));
    expect(await dialog.findByText('Being prepared')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Make again' })).toBeNull();
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  test('says so if asking for it fails', async () => {
    const { user, dialog } = await open(givenUp, { handlers: [breakDown(RETRY, 500)] });
    await user.click(dialog.getByRole('button', { name: 'Make again' }));
    expect(await dialog.findByText('The report could not be asked for again')).toBeVisible();
  });

  test('is only delayed while it will be tried again by itself', async () => {
    reportsPanel([{ ...givenUp, retry_at: '2026-03-31T10:01:00.000Z' }]);
    expect(await screen.findByText('Delayed, will be tried again')).toBeVisible();
  });

  test.each([
    ['lacks receipts', { missing_receipts: 1 }],
    ['is complete, since its files may be damaged', {}],
  ])('can be made again if it %s', async (_, changes) => {
    const { dialog } = await open({ ...ada, ...changes });
    expect(dialog.getByRole('button', { name: 'Make again' })).toBeEnabled();
  });
});

describe('the view of a report', () => {
  const view = async (handlers: Parameters<typeof renderPanel>[1] = {}) => {
    const panel = reportsPanel([ada], handlers);
    await panel.user.click(await screen.findByRole('button', { name: `View, ${ada.filename}` }));
    return { ...panel, dialog: within(await screen.findByRole('dialog', { name: 'Payment Report' })) };
  };

  test('has the proof pack of its payment', async () => {
    const saved = savedFiles();
    const pack = answerFile('GET /api/audit/proof-pack', 'bytes', 'application/zip', 'proof-pack_payment.zip');
    const { dialog, user } = await view({ handlers: [pack] });
    await user.click(dialog.getByRole('button', { name: 'Proof pack' }));
    await waitFor(() => expect(saved).toEqual(['proof-pack_payment.zip']));
  });

  test('says why a proof pack cannot be had', async () => {
    const { dialog, user } = await view({ handlers: [breakDown('GET /api/audit/proof-pack', 409)] });
    await user.click(dialog.getByRole('button', { name: 'Proof pack' }));
    expect(await findToast('Failed to download the proof pack')).toBeVisible();
  });

  test('shows its totals, its expenses and its files', async () => {
    const { dialog, router } = await view();
    expect(dialog.getByText('Generated').nextSibling).toHaveTextContent('31 Mar 2026');
    expect(dialog.getByText('Total expenses').nextSibling).toHaveTextContent('1');
    expect(dialog.getByText('Total amount').nextSibling).toHaveTextContent('225.00 EUR');
    const table = within(await dialog.findByRole('table', { name: 'Paid expenses' }));
    expect(table.getAllByRole('row')[1]).toHaveTextContent(
      '5 Mar 2026Two nights in NairobiHotel250.00 USD225.00 EUREXP-0001View',
    );
    expect(dialog.getByRole('button', { name: /^Download Excel Report/ })).toBeEnabled();
    expect(dialog.getByRole('button', { name: /^Download ZIP Receipts/ })).toBeEnabled();
    expect(dialog.queryByRole('link')).toBeNull();
    expect(router.state.location.search).toEqual({ tab: 'reports', report: ada.filename });
    await expectAccessible();
  });

  test('links to SharePoint if the report is there', async () => {
    const shared = { ...ada, sp_xls_web_url: 'https://sp.example/x', sp_folder_web_url: 'https://sp.example/f' };
    const panel = reportsPanel([shared]);
    await panel.user.click(await screen.findByRole('button', { name: /^View/ }));
    expect(await screen.findByRole('link', { name: 'Open Excel in SharePoint' })).toHaveAttribute(
      'href',
      'https://sp.example/x',
    );
    expect(screen.getByRole('link', { name: 'Open folder in SharePoint' })).toHaveAttribute(
      'href',
      'https://sp.example/f',
    );
  });

  test("previews the spreadsheet's own headers and rows", async () => {
    const { user, dialog } = await view({
      handlers: [answer(PREVIEW, { headers: ['Date', 'Amount'], rows: [['2026-03-05', 250]] })],
    });
    await user.click(dialog.getByRole('button', { name: 'Preview Excel (inline)' }));
    const grid = within(await dialog.findByRole('table', { name: 'Excel preview' }));
    expect(grid.getAllByRole('columnheader').map((header) => header.textContent)).toEqual(['Date', 'Amount']);
    expect(grid.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['2026-03-05', '250']);
    await expectAccessible();
  });

  test('a failed preview points to the download', async () => {
    const { user, dialog } = await view({ handlers: [breakDown(PREVIEW, 500)] });
    await user.click(dialog.getByRole('button', { name: 'Preview Excel (inline)' }));
    expect(await dialog.findByText('Failed to load report preview. You can still download the file.')).toBeVisible();
  });
});
