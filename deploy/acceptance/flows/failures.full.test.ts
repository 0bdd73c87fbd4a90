import type { Page, Route } from 'playwright-core';
import type { SignedIn } from '@outlay/harness/testing/people';
import { pdfReceipt } from '@outlay/harness/testing/receipts';
import { attach, entry, fillClaim, isSaved, press, typedClaim, type ChosenFile } from './testing/screens.js';
import { flows, type Open } from './testing/stage.js';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const FAILED = { status: 500, json: {} };

/** Lets the browser meet another answer than the server's, until what it returns is called. */
async function answerWith(page: Page, method: Method, url: string, answer: { status: number; json: object }) {
  const handler = (route: Route) => (route.request().method() === method ? route.fulfill(answer) : route.fallback());
  await page.route(url, handler);
  return () => page.unroute(url, handler);
}

/** Holds back the answers of a call until they are let go. */
async function holdBack(page: Page, method: Method, url: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    if (route.request().method() === method) await released;
    await route.fallback();
  });
  return release;
}

flows('when something fails', (stage) => {
  let mia: SignedIn;
  let paul: SignedIn;
  let pdf: ChosenFile;
  beforeAll(async () => {
    mia = await stage.office.hire('team_member', 'Mia');
    paul = await stage.office.hire('partner', 'Paul');
    pdf = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: pdfReceipt('Bill') };
  });

  async function readyForm(open: Open, justification: string): Promise<Page> {
    const page = await open('/submit-expense', mia);
    await fillClaim(page, { justification });
    await attach(page, 'desktop', pdf);
    return page;
  }

  stage.flow('whatever refuses a submission is said in words, and nothing typed is lost', async (open) => {
    const page = await readyForm(open, 'Refused in many ways');
    const typed = await typedClaim(page);
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
      const stop = await answerWith(page, 'POST', '**/api/expenses', { status, json });
      await press(page, 'Submit Expense');
      await page.getByText(words, { exact: true }).first().waitFor();
      await stop();
    }
    expect(await typedClaim(page)).toEqual(typed);
    await press(page, 'Submit Expense');
    await isSaved(page, 'Expense submitted successfully!');
    await entry(page, 'Refused in many ways').getByText('Submitted').waitFor();
  });

  stage.flow('a slow server is waited for, and asked once however often one presses', async (open) => {
    const page = await readyForm(open, 'Pressed often');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    const release = await holdBack(page, 'POST', '**/api/expenses');
    const submit = page.getByRole('button', { name: 'Submit Expense' });
    await submit.dblclick();
    await page.keyboard.press('Enter');
    expect(await page.getByRole('button', { name: 'Save as Draft' }).isDisabled()).toBe(true);
    release();
    await isSaved(page, 'Expense submitted successfully!');
    expect(sent).toHaveLength(1);

    const letGo = await holdBack(page, 'GET', '**/api/expenses');
    await page.reload();
    await page.getByText('Loading your expenses...').waitFor();
    letGo();
    await entry(page, 'Pressed often').waitFor();
  });

  stage.flow('a list that cannot be loaded says so, and comes with Retry', async (open) => {
    await stage.office.submit(mia, { justification: 'Behind a failure', amount: '1.00' });
    const page = await open('/settings', mia);
    const stop = await answerWith(page, 'GET', '**/api/expenses', FAILED);
    await page.getByRole('link', { name: /My Expenses/ }).click();
    await page.getByText('Unable to load your expenses. Please refresh or sign in again.').waitFor();
    await stop();
    await press(page, 'Retry');
    await entry(page, 'Behind a failure').waitFor();
  });

  stage.flow('a refused session leads to the login, from wherever one is', async (open) => {
    const page = await open('/settings', mia);
    await page.getByText('mia@example.org').first().waitFor();
    const refused = { status: 401, json: { message: 'Please log in.', code: 'UNAUTHENTICATED' } };
    await answerWith(page, 'GET', '**/api/admin/my-reports', refused);
    await page.getByRole('link', { name: /My Reports/ }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  stage.flow('any load of the panel that is forbidden shows the denied card', async (open) => {
    const page = await open('/settings', stage.admin);
    await answerWith(page, 'GET', '**/api/admin/expenses-with-users', {
      status: 403,
      json: { message: 'Forbidden.', code: 'FORBIDDEN' },
    });
    await page.getByRole('link', { name: /Admin Panel/ }).click();
    await page.getByRole('heading', { name: 'Access denied' }).waitFor();
    await page.getByText('Access denied. Only Super Admins can view admin data.').first().waitFor();
  });

  stage.flow('a list of the panel that cannot be loaded says so, and comes with Retry', async (open) => {
    await stage.office.submit(mia, { justification: 'Behind the panel’s failure', amount: '4.00' });
    const page = await open('/settings', stage.admin);
    for (const [answer, words] of [
      [FAILED, 'Failed to fetch data'],
      [{ status: 429, json: { message: 'Too many calls. Wait a minute.' } }, 'Too many calls. Wait a minute.'],
      ['nothing', 'Network error. Check if backend server is running.'],
    ] as const) {
      const url = '**/api/admin/expenses-with-users';
      if (answer === 'nothing') await page.route(url, (route) => route.abort());
      else await answerWith(page, 'GET', url, answer);
      await page.goto('/admin');
      // In the panel's own place; a toast says it as well.
      const alert = page.getByRole('tabpanel', { name: 'Expenses' }).getByRole('alert');
      await alert.filter({ hasText: 'Failed to fetch data' }).getByText(words).waitFor();
      await page.unroute(url);
      await press(page, 'Retry');
      await entry(page, 'Behind the panel’s failure').waitFor();
    }

    for (const [tab, url, shown] of [
      ['reports', '**/api/admin/reports', 'No reports found'],
      ['users', '**/api/admin/users', 'paul@example.org'],
    ] as const) {
      const stop = await answerWith(page, 'GET', url, FAILED);
      await page.goto(`/admin?tab=${tab}`);
      await page.getByText('This list is not available right now.').waitFor();
      await stop();
      await press(page, 'Retry');
      await page.getByText(shown).first().waitFor();
    }
  });

  stage.flow('a decision on a slow server is sent once, and the panel is left where the session ends', async (open) => {
    const expense = await stage.office.submit(mia, { justification: 'Decided slowly', amount: '5.00' });
    const page = await open(`/admin?expense=${expense.expense_id}`, stage.admin);
    const sheet = page.getByRole('dialog').filter({ hasText: expense.expense_id });
    await sheet.getByText('0 potential dupes').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
    const release = await holdBack(page, 'PUT', '**/approve');
    await sheet.getByRole('button', { name: 'Approve', exact: true }).dblclick();
    await page.keyboard.press('a');
    release();
    await page.getByText('Expense approved successfully!').first().waitFor();
    expect(sent).toHaveLength(1);

    const refused = { status: 401, json: { message: 'Please log in.', code: 'UNAUTHENTICATED' } };
    await answerWith(page, 'GET', '**/api/admin/users', refused);
    await page.goto('/admin?tab=users');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  stage.flow('a part of the panel that fails to load can be tried again', async (open) => {
    const expense = await stage.office.submit(mia, { justification: 'Behind a broken part', amount: '6.00' });
    const page = await open('/admin', stage.admin);
    await page.route('**/assets/expense-sheet*', (route) => route.abort());
    await press(page, expense.expense_id);
    await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor();
    await page.unroute('**/assets/expense-sheet*');
    await press(page, 'Try again');
    const sheet = page.getByRole('dialog').filter({ hasText: 'Behind a broken part' });
    await sheet.waitFor();

    await page.route('**/assets/toasts*', (route) => route.abort());
    await page.reload();
    await answerWith(page, 'PUT', '**/approve', FAILED);
    await press(sheet, 'Approve');
    await sheet.getByText('Failed to approve expense').waitFor();
  });

  stage.flow('a login that is refused keeps what was typed', async (open) => {
    const page = await open('/login');
    await page.getByLabel('Email').fill('mia@example.org');
    await page.getByLabel('Password', { exact: true }).fill('Something-1234');
    for (const [answer, words] of [
      [FAILED, 'Login failed'],
      [{ status: 429, json: { message: 'Too many attempts. Wait a minute.' } }, 'Too many attempts. Wait a minute.'],
    ] as const) {
      const stop = await answerWith(page, 'POST', '**/api/auth/login', answer);
      await press(page, 'Sign in');
      await page.getByText(words, { exact: true }).waitFor();
      await stop();
    }
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('Something-1234');
  });

  stage.flow('decisions that fail are said, and change nothing on the screen', async (open) => {
    const { office } = stage;
    const expense = await office.submit(mia, { justification: 'Undecided', amount: '2.00' });
    const page = await open(`/admin?expense=${expense.expense_id}`, stage.admin);
    const sheet = page.getByRole('dialog').filter({ hasText: expense.expense_id });
    await sheet.getByText('0 potential dupes').waitFor();
    let stop = await answerWith(page, 'GET', '**/duplicates', FAILED);
    await press(sheet, 'Approve');
    await page.getByText('Failed to check for duplicates. Please try again.').first().waitFor();
    await stop();
    stop = await answerWith(page, 'PUT', '**/approve', FAILED);
    await press(sheet, 'Approve');
    await page.getByText('Failed to approve expense').first().waitFor();
    await stop();

    stop = await answerWith(page, 'PUT', '**/reject', FAILED);
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
    expect((await office.find(mia, 'Undecided'))?.status).toBe('submitted');

    await office.approve(expense);
    await page.reload();
    stop = await answerWith(page, 'PUT', '**/unapprove', FAILED);
    await press(sheet, 'Mark as Submitted');
    await page.getByText('Failed to revert expense').first().waitFor();
  });

  stage.flow('a payment that fails is said where it was asked for, and nothing shows as paid', async (open) => {
    const { office } = stage;
    const ben = await office.hire('team_member', 'Ben');
    await office.approve(await office.submit(ben, { justification: 'Not yet paid', amount: '3.00' }));
    const page = await open('/admin?user=ben@example.org&status=approved', stage.admin);
    const stop = await answerWith(page, 'POST', '**/bulk-mark-paid', FAILED);
    await press(page, 'Mark as Paid (1)');
    const question = page.getByRole('dialog', { name: 'Mark as Paid' });
    await press(question, 'Pay 1 expense');
    await question.getByText('Failed to mark expenses as paid').waitFor();
    const row = page.locator('tr', { hasText: 'Not yet paid' });
    await row.getByText('Approved', { exact: true }).waitFor();
    await stop();
    const release = await holdBack(page, 'POST', '**/bulk-mark-paid');
    await press(question, 'Pay 1 expense');
    await row.getByText('Approved', { exact: true }).waitFor();
    release();
    await page.getByText('1 expenses marked as paid and report generated!').first().waitFor();
    expect((await office.find(ben, 'Not yet paid'))?.status).toBe('paid');
  });

  stage.flow('smaller calls that fail have their own words', async (open) => {
    const { office } = stage;
    await office.saveDraft(mia, { justification: 'Undeletable' });
    const page = await open('/my-expenses', mia);
    await answerWith(page, 'DELETE', '**/api/expenses/*', FAILED);
    await entry(page, 'Undeletable')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await press(page.getByRole('dialog', { name: 'Delete draft' }), 'Delete');
    await page.getByText('Failed to delete draft').first().waitFor();

    const amy = await office.hire('team_member', 'Amy');
    await office.pay(amy, [await office.approve(await office.submit(amy, { justification: 'Reported' }))]);
    const reports = await open('/my-reports', amy);
    await answerWith(reports, 'GET', '**/api/admin/reports/**', FAILED);
    await reports.getByRole('button', { name: /^XLS/ }).click();
    await reports.getByText('Failed to download report').first().waitFor();
    await reports.getByRole('button', { name: /^ZIP/ }).click();
    await reports.getByText('Failed to download receipts ZIP').first().waitFor();
    await reports.getByRole('button', { name: /^View/ }).click();
    await press(reports.getByRole('dialog'), 'Preview Excel (inline)');
    await reports.getByText('Failed to load report preview. You can still download the file.').first().waitFor();

    const admin = await open('/admin?tab=users', stage.admin);
    await answerWith(admin, 'POST', '**/api/auth/invites', FAILED);
    await admin.getByLabel('Email').fill('new@example.org');
    await press(admin, 'Create Invite');
    await admin.getByText('Failed to create invite').first().waitFor();
    expect(await admin.getByLabel('Email').inputValue()).toBe('new@example.org');
    await answerWith(admin, 'POST', '**/reset-code', FAILED);
    await press(admin, 'Reset Code for Mia Tester');
    await admin.getByText('Failed to generate reset code').first().waitFor();
    await answerWith(admin, 'PUT', '**/role', FAILED);
    await press(admin, 'Edit Mia Tester');
    const dialog = admin.getByRole('dialog', { name: 'Edit User' });
    await dialog.getByLabel('Last name').fill('Changed');
    await press(dialog, 'Save');
    await dialog.getByText('Update failed').waitFor();
    expect(await dialog.getByLabel('Last name').inputValue()).toBe('Changed');
  });

  stage.flow('a screen that fails to load can be tried again', async (open) => {
    const page = await open('/settings', mia);
    await page.getByText('mia@example.org').first().waitFor();
    await page.route('**/assets/my-reports-screen*', (route) => route.abort());
    await page.getByRole('link', { name: /My Reports/ }).click();
    await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor();
    await page.unroute('**/assets/my-reports-screen*');
    await press(page, 'Try again');
    await page.getByRole('heading', { name: 'My Reports', level: 1 }).waitFor();
  });

  stage.flow('a dialog that fails to load takes nothing of the form with it', async (open) => {
    const page = await open('/submit-expense', paul);
    await page.route('**/assets/override-dialog*', (route) => route.abort());
    await fillClaim(page, { currency: 'USD', justification: 'Around a broken dialog' });
    await page.getByText('fetched (automatic)').waitFor();
    await press(page, 'Override rate');
    await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor();
    await page.unroute('**/assets/override-dialog*');
    await press(page, 'Try again');
    await press(page, 'Restore');
    expect(await page.getByLabel('Justification').inputValue()).toBe('Around a broken dialog');
    await press(page, 'Override rate');
    await page.getByRole('dialog', { name: 'Override exchange rate' }).waitFor();
  });

  stage.flow('while the server is down everything typed stays, and goes out once it is back', async (open) => {
    const page = await readyForm(open, 'Sent after the outage');
    const login = await open('/login');
    const list = await open('/my-expenses', mia);
    await list.getByRole('heading', { name: 'My Expenses', level: 1 }).waitFor();
    const undecided = await stage.office.submit(mia, { justification: 'Undecided in the outage', amount: '7.00' });
    const panel = await open(`/admin?expense=${undecided.expense_id}`, stage.admin);
    const sheet = panel.getByRole('dialog').filter({ hasText: undecided.expense_id });
    await press(sheet, 'Reject');
    const reason = panel.getByRole('dialog', { name: 'Reject Expense' }).getByLabel('Rejection Reason');
    await reason.fill('Said once the server is back');
    const comeBack = await stage.shutDown();
    await press(page, 'Submit Expense');
    await page.getByText('Network error. Check if backend server is running.').first().waitFor();
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
    expect(await page.getByLabel('Justification').inputValue()).toBe('Sent after the outage');
    await press(page, 'Submit Expense');
    await isSaved(page, 'Expense submitted successfully!');
    expect((await stage.office.find(mia, 'Sent after the outage'))?.receipt_name).toBe('bill.pdf');
  });
});
