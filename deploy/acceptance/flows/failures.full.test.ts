import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import type { SignedIn } from '@outlay/harness/testing/people';
import { pdfReceipt } from '@outlay/harness/testing/receipts';
import { attach, listEntry, fillClaim, expectSaved, press, readClaim, type ChosenFile } from './testing/screens.js';
import { flows, type Open } from './testing/flow-suite.js';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const FAILED = { status: 500, json: {} };

/** The list is loaded in pages, with a query. */
const OWN_LIST = /\/api\/expenses\?/;
const ALL_LIST = /\/api\/admin\/expenses-with-users\?/;

const MANIFEST = join(import.meta.dirname, '../../../web/dist/.vite/manifest.json');

/** The address of the script that has a module of the client. */
function scriptOf(module: string): string {
  const scripts = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, { readonly file: string }>;
  return `**/${scripts[`src/${module}`]?.file}`;
}

/** Replaces the server's response until the returned function is called. */
async function respondWith(
  page: Page,
  method: Method,
  url: string | RegExp,
  response: { status: number; json: object },
) {
  const handler = (route: Route) => (route.request().method() === method ? route.fulfill(response) : route.fallback());
  await page.route(url, handler);
  return () => page.unroute(url, handler);
}

async function delayUntilReleased(page: Page, method: Method, url: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    if (route.request().method() === method) await released;
    await route.fallback();
  });
  return release;
}

flows('when something fails', (suite) => {
  let mia: SignedIn;
  let paul: SignedIn;
  let pdf: ChosenFile;
  beforeAll(async () => {
    mia = await suite.rest.addPerson('team_member', 'Mia');
    paul = await suite.rest.addPerson('partner', 'Paul');
    pdf = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: pdfReceipt('Bill') };
  });

  async function readyForm(open: Open, justification: string): Promise<Page> {
    const page = await open('/submit-expense', mia);
    await fillClaim(page, { justification });
    await attach(page, 'desktop', pdf);
    return page;
  }

  suite.flow('a rejected submission shows the reason, and the form keeps its values', async (open) => {
    const page = await readyForm(open, 'Refused in many ways');
    const typed = await readClaim(page);
    for (const [status, json, words] of [
      [500, {}, 'Server error: Please try again later'],
      [500, { message: 'The disk is full.', code: 'INTERNAL' }, 'Server error: The disk is full.'],
      [400, {}, 'Invalid data: Please check all fields'],
      [400, { message: 'Amount is odd.', code: 'INVALID_INPUT' }, 'Invalid data: Amount is odd.'],
      [429, { message: 'Too many attempts.', code: 'TOO_MANY_REQUESTS' }, 'Error submitting: Too many attempts.'],
      [409, { message: 'Already there.', code: 'CONFLICT' }, 'Error submitting: Already there.'],
      [503, {}, 'Error submitting. Please try again.'],
      [401, {}, 'Authentication failed. Please log in again.'],
    ] as const) {
      const stop = await respondWith(page, 'POST', '**/api/expenses', { status, json });
      await press(page, 'Submit Expense');
      await page.getByText(words, { exact: true }).first().waitFor();
      await stop();
    }
    expect(await readClaim(page)).toEqual(typed);
    await press(page, 'Submit Expense');
    await expectSaved(page, 'Expense submitted successfully!');
    await listEntry(page, 'Refused in many ways').getByText('Submitted').waitFor();
  });

  suite.flow('repeated presses on a slow server send one request', async (open) => {
    const page = await readyForm(open, 'Pressed often');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    const release = await delayUntilReleased(page, 'POST', '**/api/expenses');
    const submit = page.getByRole('button', { name: 'Submit Expense' });
    await submit.dblclick();
    await page.keyboard.press('Enter');
    expect(await page.getByRole('button', { name: 'Save as Draft' }).isDisabled()).toBe(true);
    release();
    await expectSaved(page, 'Expense submitted successfully!');
    expect(sent).toHaveLength(1);

    const letGo = await delayUntilReleased(page, 'GET', OWN_LIST);
    await page.reload();
    await page.getByText('Loading your expenses...').waitFor();
    letGo();
    await listEntry(page, 'Pressed often').waitFor();
  });

  suite.flow('a list that fails to load shows an error and Retry', async (open) => {
    await suite.rest.submit(mia, { justification: 'Behind a failure', amount: '1.00' });
    const page = await open('/settings', mia);
    const stop = await respondWith(page, 'GET', OWN_LIST, FAILED);
    await page.getByRole('link', { name: /My Expenses/ }).click();
    await page.getByText('Unable to load your expenses. Please refresh or sign in again.').waitFor();
    await stop();
    await press(page, 'Retry');
    await listEntry(page, 'Behind a failure').waitFor();
  });

  suite.flow('an invalid session empties the reports, and leads to the login from other screens', async (open) => {
    const page = await open('/settings', mia);
    await page.getByText('mia@example.org').first().waitFor();
    const rejected = { status: 401, json: { message: 'Please log in.', code: 'UNAUTHENTICATED' } };
    await respondWith(page, 'GET', '**/api/admin/my-reports', rejected);
    await page.getByRole('link', { name: /My Reports/ }).click();
    await page.getByText('No reports found').waitFor();
    await respondWith(page, 'GET', OWN_LIST, rejected);
    await page.getByRole('link', { name: /My Expenses/ }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  suite.flow('a forbidden load of the panel shows the denied card', async (open) => {
    const page = await open('/settings', suite.admin);
    await respondWith(page, 'GET', ALL_LIST, {
      status: 403,
      json: { message: 'Forbidden.', code: 'FORBIDDEN' },
    });
    await page.getByRole('link', { name: /Admin Panel/ }).click();
    await page.getByRole('heading', { name: 'Access denied' }).waitFor();
    await page.getByText('Access denied. Only Super Admins can view admin data.').first().waitFor();
  });

  suite.flow('a list of the panel that fails to load shows an error and Retry', async (open) => {
    await suite.rest.submit(mia, { justification: 'Behind the panel’s failure', amount: '4.00' });
    const page = await open('/settings', suite.admin);
    for (const [response, words] of [
      [FAILED, 'Failed to fetch data'],
      [{ status: 429, json: { message: 'Too many calls. Wait a minute.' } }, 'Too many calls. Wait a minute.'],
      ['nothing', 'Network error. Check if backend server is running.'],
    ] as const) {
      const url = ALL_LIST;
      if (response === 'nothing') await page.route(url, (route) => route.abort());
      else await respondWith(page, 'GET', url, response);
      await page.goto('/admin');
      const alert = page.getByRole('tabpanel', { name: 'Expenses' }).getByRole('alert');
      await alert.filter({ hasText: 'Failed to fetch data' }).getByText(words).waitFor();
      await page.unroute(url);
      await press(page, 'Retry');
      await listEntry(page, 'Behind the panel’s failure').waitFor();
    }

    for (const [tab, url, shown] of [
      ['reports', '**/api/admin/reports', 'No reports found'],
      ['users', '**/api/admin/users', 'paul@example.org'],
    ] as const) {
      const stop = await respondWith(page, 'GET', url, FAILED);
      await page.goto(`/admin?tab=${tab}`);
      await page.getByText('This list is not available right now.').waitFor();
      await stop();
      await press(page, 'Retry');
      await page.getByText(shown).first().waitFor();
    }
  });

  suite.flow('a review on a slow server is sent once, and an ended session leaves the panel', async (open) => {
    const expense = await suite.rest.submit(mia, { justification: 'Decided slowly', amount: '5.00' });
    const page = await open(`/admin?expense=${expense.expense_id}`, suite.admin);
    const sheet = page.getByRole('dialog').filter({ hasText: expense.expense_id });
    await sheet.getByText('0 potential dupes').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
    const release = await delayUntilReleased(page, 'PUT', '**/approve');
    await sheet.getByRole('button', { name: 'Approve', exact: true }).dblclick();
    await page.keyboard.press('a');
    release();
    await page.getByText('Expense approved successfully!').first().waitFor();
    expect(sent).toHaveLength(1);

    const rejected = { status: 401, json: { message: 'Please log in.', code: 'UNAUTHENTICATED' } };
    await respondWith(page, 'GET', '**/api/admin/users', rejected);
    await page.goto('/admin?tab=users');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  suite.flow('a part of the panel that fails to load can be tried again', async (open) => {
    const expense = await suite.rest.submit(mia, { justification: 'Behind a broken part', amount: '6.00' });
    const page = await open('/admin', suite.admin);
    await page.route(scriptOf('features/review/sheet/expense-sheet.tsx'), (route) => route.abort());
    await press(page, expense.expense_id);
    await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor();
    await page.unroute(scriptOf('features/review/sheet/expense-sheet.tsx'));
    await press(page, 'Try again');
    const sheet = page.getByRole('dialog').filter({ hasText: 'Behind a broken part' });
    await sheet.waitFor();

    await page.route(scriptOf('ui/toasts.tsx'), (route) => route.abort());
    await page.reload();
    await respondWith(page, 'PUT', '**/approve', FAILED);
    await press(sheet, 'Approve');
    await sheet.getByText('Failed to approve expense').waitFor();
  });

  suite.flow('a rejected login keeps the entered values', async (open) => {
    const page = await open('/login');
    await page.getByLabel('Email').fill('mia@example.org');
    await page.getByLabel('Password', { exact: true }).fill('Something-1234');
    for (const [response, words] of [
      [FAILED, 'Login failed'],
      [{ status: 429, json: { message: 'Too many attempts. Wait a minute.' } }, 'Too many attempts. Wait a minute.'],
    ] as const) {
      const stop = await respondWith(page, 'POST', '**/api/auth/login', response);
      await press(page, 'Sign in');
      await page.getByText(words, { exact: true }).waitFor();
      await stop();
    }
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('Something-1234');
  });

  suite.flow('failed reviews show an error and leave the screen unchanged', async (open) => {
    const { rest } = suite;
    const expense = await rest.submit(mia, { justification: 'Undecided', amount: '2.00' });
    const page = await open(`/admin?expense=${expense.expense_id}`, suite.admin);
    const sheet = page.getByRole('dialog').filter({ hasText: expense.expense_id });
    await sheet.getByText('0 potential dupes').waitFor();
    let stop = await respondWith(page, 'GET', '**/duplicates', FAILED);
    await press(sheet, 'Approve');
    await page.getByText('Failed to check for duplicates. Please try again.').first().waitFor();
    await stop();
    stop = await respondWith(page, 'PUT', '**/approve', FAILED);
    // The focus moves first: the next press at the same place may otherwise be the second of a double press, which does
    // not count.
    await sheet.getByRole('heading').first().click();
    await press(sheet, 'Approve');
    await page.getByText('Failed to approve expense').first().waitFor();
    await stop();

    stop = await respondWith(page, 'PUT', '**/reject', FAILED);
    await press(sheet, 'Reject');
    const question = page.getByRole('dialog', { name: 'Reject Expense' });
    await question.getByLabel('Rejection Reason').fill('A reason that took a while to write');
    await press(question, 'Reject');
    await question.getByText('Failed to reject expense').waitFor();
    const reason = question.getByLabel('Rejection Reason');
    expect(await reason.inputValue()).toBe('A reason that took a while to write');
    await press(question, 'Cancel');
    await stop();
    await press(sheet, 'Reject');
    expect(await reason.inputValue()).toBe('A reason that took a while to write');
    await press(question, 'Cancel');
    expect((await rest.find(mia, 'Undecided'))?.status).toBe('submitted');

    await rest.approve(expense);
    await page.reload();
    stop = await respondWith(page, 'PUT', '**/unapprove', FAILED);
    await press(sheet, 'Mark as Submitted');
    await page.keyboard.press('Enter');
    await page.getByText('Failed to revert expense').first().waitFor();
  });

  suite.flow('a failed payment shows an error in its dialog, and nothing is shown as paid', async (open) => {
    const { rest } = suite;
    const ben = await rest.addPerson('team_member', 'Ben');
    await rest.approve(await rest.submit(ben, { justification: 'Not yet paid', amount: '3.00' }));
    const page = await open('/admin?user=ben@example.org&status=approved', suite.admin);
    const stop = await respondWith(page, 'POST', '**/bulk-mark-paid', FAILED);
    await press(page, 'Mark as Paid (1)');
    const question = page.getByRole('dialog', { name: 'Mark as Paid' });
    await press(question, 'Pay 1 expense');
    await question.getByText('Failed to mark expenses as paid').waitFor();
    const row = page.locator('tr', { hasText: 'Not yet paid' });
    await row.getByText('Approved', { exact: true }).waitFor();
    await stop();
    const release = await delayUntilReleased(page, 'POST', '**/bulk-mark-paid');
    await press(question, 'Pay 1 expense');
    await row.getByText('Approved', { exact: true }).waitFor();
    release();
    await page.getByText('1 expenses marked as paid and report generated!').first().waitFor();
    expect((await rest.find(ben, 'Not yet paid'))?.status).toBe('paid');
  });

  suite.flow('other failed calls show their own messages', async (open) => {
    const { rest } = suite;
    await rest.saveDraft(mia, { justification: 'Undeletable' });
    const page = await open('/my-expenses', mia);
    await respondWith(page, 'DELETE', '**/api/expenses/*', FAILED);
    await listEntry(page, 'Undeletable')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await press(page.getByRole('dialog', { name: 'Delete draft' }), 'Delete');
    await page.getByText('Failed to delete draft').first().waitFor();

    const amy = await rest.addPerson('team_member', 'Amy');
    await rest.pay(amy, [await rest.approve(await rest.submit(amy, { justification: 'Reported' }))]);
    const reports = await open('/my-reports', amy);
    await respondWith(reports, 'GET', '**/api/admin/reports/**', FAILED);
    await reports.getByRole('button', { name: /^XLS/ }).click();
    await reports.getByText('Failed to download report').first().waitFor();
    await reports.getByRole('button', { name: /^ZIP/ }).click();
    await reports.getByText('Failed to download receipts ZIP').first().waitFor();
    await reports.getByRole('button', { name: /^View/ }).click();
    await press(reports.getByRole('dialog'), 'Preview Excel (inline)');
    await reports.getByText('Failed to load report preview. You can still download the file.').first().waitFor();

    const admin = await open('/admin?tab=users', suite.admin);
    await respondWith(admin, 'POST', '**/api/auth/invites', FAILED);
    await admin.getByLabel('Email').fill('new@example.org');
    await press(admin, 'Create Invite');
    await admin.getByText('Failed to create invite').first().waitFor();
    expect(await admin.getByLabel('Email').inputValue()).toBe('new@example.org');
    await respondWith(admin, 'POST', '**/reset-code', FAILED);
    await press(admin, 'Reset Code for Mia Tester');
    await admin.getByText('Failed to generate reset code').first().waitFor();
    await respondWith(admin, 'PUT', '**/role', FAILED);
    await press(admin, 'Edit Mia Tester');
    const dialog = admin.getByRole('dialog', { name: 'Edit User' });
    await dialog.getByLabel('Last name').fill('Changed');
    await press(dialog, 'Save');
    await dialog.getByText('Update failed').waitFor();
    expect(await dialog.getByLabel('Last name').inputValue()).toBe('Changed');
  });

  suite.flow('a screen that fails to load can be tried again', async (open) => {
    const page = await open('/settings', mia);
    await page.getByText('mia@example.org').first().waitFor();
    await page.route(scriptOf('features/my-reports/my-reports-screen.tsx'), (route) => route.abort());
    await page.getByRole('link', { name: /My Reports/ }).click();
    await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor();
    await page.unroute(scriptOf('features/my-reports/my-reports-screen.tsx'));
    await press(page, 'Try again');
    await page.getByRole('heading', { name: 'My Reports', level: 1 }).waitFor();
  });

  suite.flow('a dialog that fails to load leaves the form unchanged', async (open) => {
    const page = await open('/submit-expense', paul);
    await page.route(scriptOf('features/submit-expense/rate/override-dialog.tsx'), (route) => route.abort());
    await fillClaim(page, { currency: 'USD', justification: 'Around a broken dialog' });
    await page.getByText('fetched (automatic)').waitFor();
    await press(page, 'Override rate');
    await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor();
    await page.unroute(scriptOf('features/submit-expense/rate/override-dialog.tsx'));
    await press(page, 'Try again');
    await press(page, 'Restore');
    expect(await page.getByLabel('Justification').inputValue()).toBe('Around a broken dialog');
    await press(page, 'Override rate');
    await page.getByRole('dialog', { name: 'Override exchange rate' }).waitFor();
  });

  suite.flow('a claim submitted while the server is down waits on the device, and is sent later', async (open) => {
    const page = await open('/my-expenses', mia);
    await page.getByRole('link', { name: 'New Expense', exact: true }).first().click();
    await fillClaim(page, { justification: 'Sent after the outage' });
    await attach(page, 'desktop', pdf);
    const login = await open('/login');
    const list = await open('/my-expenses', mia);
    await list.getByRole('heading', { name: 'My Expenses', level: 1 }).waitFor();
    const undecided = await suite.rest.submit(mia, { justification: 'Undecided in the outage', amount: '7.00' });
    const panel = await open(`/admin?expense=${undecided.expense_id}`, suite.admin);
    const sheet = panel.getByRole('dialog').filter({ hasText: undecided.expense_id });
    await press(sheet, 'Reject');
    const reason = panel.getByRole('dialog', { name: 'Reject Expense' }).getByLabel('Rejection Reason');
    await reason.fill('Said once the server is back');
    const comeBack = await suite.stopProduct();
    await press(page, 'Submit Expense');
    await expectSaved(page, 'Saved on this device, sent when you are online');
    await login.getByLabel('Email').fill('mia@example.org');
    await login.getByLabel('Password', { exact: true }).fill('Something-1234');
    await press(login, 'Sign in');
    await login.getByText('Network error. Check if backend server is running.').waitFor();
    const question = panel.getByRole('dialog', { name: 'Reject Expense' });
    await press(question, 'Reject');
    await question.getByText('Network error. Check if backend server is running.').waitFor();

    await comeBack();
    expect(await reason.inputValue()).toBe('Said once the server is back');
    await press(question, 'Reject');
    await panel.getByText('Expense rejected successfully!').first().waitFor();
    await listEntry(page, 'Sent after the outage').getByText('Submitted').waitFor();
    expect((await suite.rest.find(mia, 'Sent after the outage'))?.receipt_name).toBe('bill.pdf');
  });
});
