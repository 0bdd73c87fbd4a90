import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import type { SignedIn } from '@outlay/harness/testing/people';
import { pdfReceipt } from '@outlay/harness/testing/receipts';
import { attach, listEntry, fillClaim, expectSaved, press, type ChosenFile } from './testing/screens.js';
import { flows } from './testing/flow-suite.js';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const FAILED = { status: 500, json: {} };

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

flows('when something fails', (suite) => {
  let mia: SignedIn;
  let paul: SignedIn;
  let pdf: ChosenFile;
  beforeAll(async () => {
    mia = await suite.rest.addPerson('team_member', 'Mia');
    paul = await suite.rest.addPerson('partner', 'Paul');
    pdf = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: pdfReceipt('Bill') };
  });

  suite.flow('an approval still arrives whose page is left in the same moment (R-10.34)', async (open) => {
    const names = Array.from({ length: 10 }, (_, at) => `Left at once ${at}`);
    for (const [at, justification] of names.entries())
      await suite.rest.submit(mia, { justification, amount: `6.${10 + at}` });
    const page = await open('/settings', suite.admin);
    for (const name of names) {
      await page.goto(`/admin?q=${encodeURIComponent(name)}&status=submitted`);
      await page.getByRole('button', { name: /^EXP-/ }).click();
      const sheet = page.getByRole('dialog', { name: /^EXP-/ });
      // Without a known duplicate, the press itself approves.
      await sheet.getByText('0 potential dupes').waitFor();
      // A press so soon after the one that opened it could be half of a double one.
      await page.waitForTimeout(600);
      await page.evaluate(() => addEventListener('click', () => location.assign('about:blank')));
      await sheet.getByRole('button', { name: 'Approve', exact: true }).click();
      await page.waitForURL('about:blank');
    }
    await page.goto('/admin?q=Left at once&status=approved');
    await page
      .getByRole('button', { name: /^Revert EXP/ })
      .nth(names.length - 1)
      .waitFor();
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
