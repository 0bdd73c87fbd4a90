import { readReceiptsZip } from '@outlay/testing';
import { changePasswordRoute } from '@outlay/contracts';
import { readSheet } from 'read-excel-file/node';
import { bytesOf } from '@outlay/harness/testing/browser';
import { PASSWORD } from '@outlay/harness/testing/people';
import { pdfReceipt } from '@outlay/harness/testing/receipts';
import {
  attach,
  listEntry,
  fillClaim,
  expectSaved,
  logIn,
  press,
  readClaim,
  type ChosenFile,
} from './testing/screens.js';
import { waitForSavedReceipt } from './testing/saved-forms.js';
import { flows } from './testing/flow-suite.js';

const OTHER_PASSWORD = 'Battery-Staple-8';

flows('saved forms and reports of a team member', (suite) => {
  let pdf: ChosenFile;
  beforeAll(async () => {
    pdf = { name: 'train.pdf', mimeType: 'application/pdf', buffer: pdfReceipt('Train to Basel') };
  });

  suite.onBothDevices(
    'a form filled in offline is restored after a reload, including the receipt',
    async (open, device) => {
      const otto = await suite.rest.addPerson('team_member', `Otto-${device}`);
      const page = await open('/submit-expense', otto);
      await page.getByText('Receipt upload is required for all expense submissions').waitFor();
      await page.context().setOffline(true);
      await fillClaim(page, { justification: 'Typed in a tunnel' });
      await attach(page, device, pdf);
      const typed = await readClaim(page);
      await waitForSavedReceipt(page, 'train.pdf');

      await page.context().setOffline(false);
      await page.reload();
      await page.getByText(/There is an unfinished form from .*, with the receipt train\.pdf\./).waitFor();
      await press(page, 'Restore');
      await page.getByText('train.pdf', { exact: true }).waitFor();
      expect(await readClaim(page)).toEqual(typed);
      await press(page, 'Submit Expense');
      await expectSaved(page, 'Expense submitted successfully!');
      await listEntry(page, 'Typed in a tunnel').getByText('Submitted').waitFor();

      await page.goto('/submit-expense');
      await page.getByText('Receipt upload is required for all expense submissions').waitFor();
      expect(await page.getByRole('button', { name: 'Restore' }).count()).toBe(0);
    },
  );

  suite.flow(
    'a reload right after the last key loses nothing, nor does typing before the restore offer is answered',
    async (open) => {
      const nora = await suite.rest.addPerson('team_member', 'Nora');
      const page = await open('/submit-expense', nora);
      const justification = page.getByLabel('Justification');
      await justification.fill('Taxi to the airpor');
      await justification.press('t');
      await page.reload();
      await page.getByRole('button', { name: 'Restore' }).waitFor();
      await justification.fill('Lunch');
      await page.reload();
      const offers = page.getByRole('listitem');
      await offers.filter({ hasText: 'Lunch' }).waitFor();
      await press(offers.filter({ hasText: 'Taxi to the airport' }), 'Restore');
      await offers.filter({ hasText: 'Taxi to the airport' }).waitFor({ state: 'detached' });
      expect(await justification.inputValue()).toBe('Taxi to the airport');
      await offers.filter({ hasText: 'Lunch' }).waitFor();
    },
  );

  suite.flow('a session that ends while typing keeps the form', async (open, device) => {
    const sina = await suite.rest.addPerson('team_member', 'Sina');
    const page = await open('/submit-expense', sina);
    await fillClaim(page, { justification: 'Half-way through' });
    await attach(page, device, pdf);
    // A password change elsewhere ends this session.
    const body = { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD };
    await suite.rest.api.call(changePasswordRoute, { token: sina.token, body });
    await press(page, 'Submit Expense');
    await page.getByText('Authentication failed. Please log in again.').first().waitFor();
    const typed = await readClaim(page);
    expect(typed.justification).toBe('Half-way through');

    await press(page, 'Log in');
    await logIn(page, 'sina@example.org', OTHER_PASSWORD, 'Submit Expense');
    await press(page, 'Restore');
    await page.getByText('train.pdf', { exact: true }).waitFor();
    expect(await readClaim(page)).toEqual(typed);
    await press(page, 'Submit Expense');
    await expectSaved(page, 'Expense submitted successfully!');
  });

  suite.flow('a session that ends in another tab keeps the last typed word, until somebody signs out', async (open) => {
    const tom = await suite.rest.addPerson('team_member', 'Tom');
    const list = await open('/my-expenses', tom);
    const form = await list.context().newPage();
    await form.goto('/submit-expense');
    await form.getByLabel('Justification').fill('The very last word');
    // The session ends as it does when a call is answered with 401.
    await list.evaluate(() => localStorage.removeItem('token'));
    await form.getByRole('heading', { name: 'Sign in' }).waitFor();
    await logIn(form, 'tom@example.org');
    await form.getByRole('link', { name: 'New Expense' }).first().click();
    await press(form, 'Restore');
    await form.getByRole('button', { name: 'Restore' }).waitFor({ state: 'detached' });
    expect(await form.getByLabel('Justification').inputValue()).toBe('The very last word');
    await list.goto('/my-expenses');
    await press(list, 'Logout');
    await press(list, 'Remove and log out');
    await list.getByRole('heading', { name: 'Sign in' }).waitFor();
    await list.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith('form ')));
  });

  suite.onBothDevices('the report of a payment can be previewed and downloaded', async (open, device) => {
    const rita = await suite.rest.addPerson('team_member', `Rita-${device}`);
    const { rest } = suite;
    const train = await rest.approve(await rest.submit(rita, { amount: '120.50', justification: 'Train to Basel' }));
    const hotel = await rest.approve(await rest.submit(rita, { amount: '79.50', justification: 'Hotel in Basel' }));
    const report = await rest.pay(rita, [train, hotel]);
    const page = await open('/my-reports', rita);
    const row = listEntry(page, '200.00');
    await row.waitFor();

    const sheet = page.waitForEvent('download');
    await row.getByRole('button', { name: /^XLS/ }).click();
    const spreadsheet = await sheet;
    expect(spreadsheet.suggestedFilename()).toBe(report.filename);
    expect((await readSheet(await bytesOf(spreadsheet))).flat()).toEqual(
      expect.arrayContaining(['Train to Basel', 'Hotel in Basel', 200]),
    );
    const archive = page.waitForEvent('download');
    await row.getByRole('button', { name: /^ZIP/ }).click();
    const zip = await archive;
    expect(zip.suggestedFilename()).toMatch(new RegExp(`^Rita-${device}_Tester_receipts_.*\\.zip$`));
    expect(await readReceiptsZip(await bytesOf(zip))).toHaveLength(2);

    await row.getByRole('button', { name: /^View/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Payment Report' });
    await dialog.getByText('200.00').first().waitFor();
    await dialog.getByRole('row').filter({ hasText: train.expense_id }).waitFor();
    await dialog.getByRole('row').filter({ hasText: hotel.expense_id }).waitFor();
    await press(dialog, 'Preview Excel (inline)');
    await dialog.getByRole('table', { name: 'Excel preview' }).getByText('Train to Basel').waitFor();
    await press(dialog, 'Close');
    await dialog.waitFor({ state: 'hidden' });
  });
});
