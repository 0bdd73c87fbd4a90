import { changePasswordRoute } from '@outlay/contracts';
import { readZip } from '@outlay/testing';
import type { Locator, Page } from 'playwright-core';
import { bytesOf } from '@outlay/harness/testing/browser';
import { PASSWORD, type SignedIn } from '@outlay/harness/testing/people';
import { pdfReceipt } from '@outlay/harness/testing/receipts';
import { listEntry, press, today, unfoldFilters } from './testing/screens.js';
import { flows } from './testing/flow-suite.js';

flows('a super admin reviewing', (suite) => {
  let mia: SignedIn;
  beforeAll(async () => {
    mia = await suite.rest.addPerson('team_member', 'Mia');
  });

  const onlyThis = (justification: string) => `/admin?q=${encodeURIComponent(justification)}`;
  const openSheet = async (page: Page, justification: string) => {
    await listEntry(page, justification).getByText(justification).click();
    const sheet = page.getByRole('dialog').filter({ hasText: 'mia@example.org' });
    await sheet.getByText(justification).first().waitFor();
    return sheet;
  };

  suite.onBothDevices('approves a claim from its details', async (open, device) => {
    const justification = `Hotel in Bern, ${device}`;
    await suite.rest.submit(mia, { justification, amount: device === 'phone' ? '140' : '150' });
    const page = await open(onlyThis(justification), suite.admin);
    const sheet = await openSheet(page, justification);
    await sheet.getByText('0 potential dupes').waitFor();
    await sheet.getByText('Receipt attached', { exact: false }).first().waitFor();
    await press(sheet, 'Approve');
    await page.getByText('Expense approved successfully!').first().waitFor();
    await sheet.getByText('rosa@example.org').first().waitFor();
    await press(sheet, 'Close');
    await listEntry(page, justification).getByText('Approved').waitFor();
  });

  suite.onBothDevices('rejects a claim only with a reason', async (open, device) => {
    const justification = `Minibar, ${device}`;
    await suite.rest.submit(mia, { justification, amount: device === 'phone' ? '14' : '15' });
    const page = await open(onlyThis(justification), suite.admin);
    const sheet = await openSheet(page, justification);
    await press(sheet, 'Reject');
    const question = page.getByRole('dialog', { name: 'Reject Expense' });
    await question.getByText('The user will see this message.').waitFor();
    const reject = question.getByRole('button', { name: 'Reject' });
    await question.getByLabel('Rejection Reason').fill('   ');
    expect(await reject.isDisabled()).toBe(true);
    await question.getByLabel('Rejection Reason').fill('Drinks are your own.');
    await reject.click();
    await page.getByText('Expense rejected successfully!').first().waitFor();
    await sheet.getByText('Drinks are your own.').first().waitFor();
    expect(await suite.rest.find(mia, justification)).toMatchObject({
      status: 'rejected',
      admin_notes: 'Drinks are your own.',
    });
  });

  suite.flow('keeps the reason visible when the session has ended', async (open) => {
    const { rest } = suite;
    const expense = await rest.submit(mia, { justification: 'Rejected too late', amount: '16' });
    const sue = await rest.addPerson('super_admin', 'Sue');
    const page = await open(`/admin?q=${expense.expense_id}`, sue);
    await press(page, `Reject ${expense.expense_id}`);
    const question = page.getByRole('dialog', { name: 'Reject Expense' });
    await question.getByLabel('Rejection Reason').fill('This took a while to write.');
    const body = { currentPassword: PASSWORD, newPassword: 'Battery-Staple-8' };
    await rest.api.call(changePasswordRoute, { token: sue.token, body });
    await press(question, 'Reject');
    await question.getByRole('alert').waitFor();
    expect(await question.getByLabel('Rejection Reason').inputValue()).toBe('This took a while to write.');
    await press(question, 'Log in');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect((await rest.find(mia, 'Rejected too late'))?.status).toBe('submitted');
  });

  suite.flow('sees a duplicate beside the claim, and approves it only with confirmation', async (open) => {
    const first = await suite.rest.submit(mia, { justification: 'Train to Ulm', amount: '44.44' });
    await suite.rest.approve(first);
    const justification = 'Train, Ulm';
    await suite.rest.submit(mia, { justification, amount: '44.44' });
    const page = await open(onlyThis(justification), suite.admin);
    await listEntry(page, justification).getByText('Dup 1').waitFor();
    const sheet = await openSheet(page, justification);
    await sheet.getByText('1 potential dupes').waitFor();
    await press(sheet, 'Approve');
    const question = page.getByRole('dialog', { name: 'Potential Duplicate Detected' });
    await question.getByText(first.expense_id).filter({ visible: true }).first().waitFor();
    await press(question, 'Cancel');
    await question.waitFor({ state: 'hidden' });
    expect((await suite.rest.find(mia, justification))?.status).toBe('submitted');
    await press(sheet, 'Approve');
    await press(question, 'Approve Anyway');
    await page.getByText('Expense approved successfully!').first().waitFor();
    expect((await suite.rest.find(mia, justification))?.status).toBe('approved');
  });

  suite.onBothDevices('amends an amount with a reason, and sees the difference to the rate', async (open, device) => {
    const justification = `Fair ticket, ${device}`;
    const expense = await suite.rest.submit(mia, { justification, amount: '200.00', currency: 'USD' });
    const page = await open(onlyThis(justification), suite.admin);
    await listEntry(page, justification).getByRole('button', { name: /^Edit/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Expense' });
    const save = dialog.getByRole('button', { name: 'Save' });
    await dialog.getByLabel('Reimbursement amount (EUR)').waitFor();
    expect(await save.isDisabled()).toBe(true);
    const fair = expense.reimbursement_amount ?? 0;
    await dialog.getByLabel('Reimbursement amount (EUR)').fill((fair * 0.9).toFixed(2));
    await dialog.getByText(/^-(9\.\d\d|10\.0\d|10)% from the fetched rate, more than 5%$/).waitFor();
    await dialog.getByLabel('Reimbursement amount (EUR)').fill((fair * 0.97).toFixed(2));
    await dialog.getByText(/^-(2\.\d\d|3\.0\d|3)% from the fetched rate$/).waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('One drink was not business');
    await save.click();
    await page.getByText('Expense updated successfully!').first().waitFor();
    expect(await suite.rest.find(mia, justification)).toMatchObject({
      reimbursement_amount: Number((fair * 0.97).toFixed(2)),
      reimbursement_reason: 'One drink was not business',
    });
  });

  suite.onBothDevices('pays all approved claims of a person, and opens the report', async (open, device) => {
    const { rest } = suite;
    const nora = await rest.addPerson('team_member', `Nora-${device}`);
    for (const amount of ['10.00', '20.00', '12.50']) {
      await rest.approve(await rest.submit(nora, { amount, justification: `Claim over ${amount}` }));
    }
    const page = await open('/admin', suite.admin);
    await page.getByText('+ Create Expense').waitFor();
    const pay = page.getByText('Mark as Paid (0)');
    expect(await pay.isDisabled()).toBe(true);
    expect(await pay.isVisible()).toBe(device === 'desktop');
    await unfoldFilters(page, device);
    await page.getByRole('combobox', { name: 'User' }).selectOption(nora.user.email);
    await page.getByRole('combobox', { name: 'Status' }).selectOption('approved');
    await press(page, 'Mark as Paid (3)');
    const question = page.getByRole('dialog', { name: 'Mark as Paid' });
    await question.getByText(`Nora-${device} Tester, ${nora.user.email}`).waitFor();
    await question.getByText('42.50').waitFor();
    expect((await rest.find(nora, 'Claim over 10.00'))?.status).toBe('approved');
    await press(question, 'Pay 3 expenses');
    await page.getByText('3 expenses marked as paid and report generated!').first().waitFor();
    await page.getByText('No expenses found matching your filters.').waitFor();

    if (device === 'phone') await page.getByRole('combobox', { name: 'Section' }).selectOption('Reports');
    else await page.getByRole('tab', { name: 'Reports' }).click();
    const row = listEntry(page, `Nora-${device}`);
    await row.getByText('42.50').waitFor();
    const archive = page.waitForEvent('download');
    await row.getByRole('button', { name: /^ZIP/ }).click();
    const zip = await archive;
    expect(zip.suggestedFilename()).toMatch(/_receipts_\d{4}-\d{2}-\d{2}\.zip$/);
    const names = (await readZip(await bytesOf(zip))).map(({ name }) => name);
    expect(names.filter((name) => name.endsWith('_receipt.pdf'))).toHaveLength(3);
    await row.getByRole('button', { name: /^View/ }).click();
    const report = page.getByRole('dialog', { name: 'Payment Report' });
    await report.getByRole('row').filter({ hasText: 'Claim over 12.50' }).waitFor();
  });

  suite.onBothDevices('pays many people in one run, with three clicks', async (open, device) => {
    const { rest } = suite;
    const names = Array.from({ length: 4 }, (_, at) => `Run-${device}-${at}`);
    const people = await Promise.all(names.map((name) => rest.addPerson('team_member', name)));
    for (const person of people) {
      await rest.approve(await rest.submit(person, { amount: '10.00', justification: 'Waiting' }));
    }
    const page = await open('/admin?tab=payments', suite.admin);
    await page.getByText(`${names[0]} Tester`).waitFor();
    await page.getByRole('checkbox', { name: 'Select everybody' }).click();
    await page.getByRole('button', { name: /^Pay \d+ people$/ }).click();
    const confirmed = page.getByRole('dialog', { name: 'Payment run' });
    await confirmed.getByRole('button', { name: /^Pay \d+ people$/ }).click();
    await page.getByText(/^(\d+) of \1 paid$/).waitFor();
    for (const person of people) expect((await rest.find(person, 'Waiting'))?.status).toBe('paid');
    await page
      .getByRole('table', { name: 'People of this run' })
      .getByRole('row')
      .filter({ hasText: `${names[0]} Tester` })
      .getByText('Open the report')
      .click();
    const report = page.getByRole('dialog', { name: 'Payment Report' });
    await report.getByRole('row').filter({ hasText: 'Waiting' }).waitFor();
  });

  suite.onBothDevices('creates a claim on behalf, with its receipt or a declaration', async (open, device) => {
    const justification = `Bought for the rest, ${device}`;
    const page = await open('/admin', suite.admin);
    await press(page, '+ Create Expense');
    const dialog = page.getByRole('dialog', { name: 'Create Expense' });
    const create = dialog.getByRole('button', { name: 'Create Expense' });
    await dialog.getByLabel('User').selectOption('Mia Tester (mia@example.org)');
    await dialog.getByLabel('Date').fill(today);
    await dialog.getByLabel('Category').selectOption('IT');
    await dialog.getByLabel('Amount').fill('40');
    await dialog.getByLabel('Currency').selectOption('USD');
    await dialog.getByText(/^Reimbursement: /).waitFor();
    await dialog.getByLabel('Justification').fill(justification);
    const file = { name: 'cable.pdf', mimeType: 'application/pdf', buffer: pdfReceipt('A cable') };
    await dialog.getByLabel('Choose File').setInputFiles(file);
    await dialog.getByText('cable.pdf').waitFor();
    if (device === 'phone') {
      await press(dialog, 'Remove');
      await dialog.getByLabel(/There is no receipt for this expense/).check();
    }
    await create.click();
    await page.getByText('Expense created successfully!').first().waitFor();
    await listEntry(page, justification).getByText('Submitted').waitFor();
    expect(await suite.rest.find(mia, justification)).toMatchObject({
      status: 'submitted',
      receipt_name: device === 'phone' ? null : 'cable.pdf',
      no_receipt: device === 'phone',
    });
  });

  suite.flow('approves several claims at once except unconfirmed duplicates, and undoes an approval', async (open) => {
    const { rest } = suite;
    const like = { justification: 'Bulk: seen before', amount: '51.51' };
    await rest.approve(await rest.submit(mia, like));
    await rest.submit(mia, { ...like, justification: 'Bulk: twin' });
    await rest.submit(mia, { justification: 'Bulk: one', amount: '52.52' });
    await rest.submit(mia, { justification: 'Bulk: two', amount: '53.53' });
    const page = await open('/admin?q=Bulk&status=submitted', suite.admin);
    const boxes = page.getByRole('checkbox', { name: /^Select EXP/ });
    await boxes.nth(2).waitFor();
    await boxes.first().check();
    await boxes.nth(2).click({ modifiers: ['Shift'] });
    await press(page, 'Approve selected (3)');
    const dialog = page.getByRole('dialog', { name: 'Approve selected expenses' });
    await press(dialog, 'Approve 3 expenses');
    await dialog.getByText('2 approved, 1 needs a look').waitFor();
    await dialog
      .getByRole('listitem')
      .filter({ hasText: 'Needs a look' })
      .getByText(/^Possible duplicate of/)
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect((await rest.find(mia, 'Bulk: one'))?.status).toBe('approved');
    expect((await rest.find(mia, 'Bulk: twin'))?.status).toBe('submitted');

    const again = await rest.submit(mia, { justification: 'Approved too soon', amount: '54.54' });
    await page.goto(`/admin?q=${again.expense_id}`);
    await press(page, `Approve ${again.expense_id}`);
    await press(page, /^Undo/);
    await page.getByText('Expense reverted to submitted successfully!').first().waitFor();
    expect((await rest.find(mia, 'Approved too soon'))?.status).toBe('submitted');
  });

  suite.flow(
    'saves a view of the list for themselves and one for all super admins, but for no member',
    async (open) => {
      const { rest } = suite;
      await rest.submit(mia, { justification: 'Viewed on Mondays', amount: '8.80' });
      const views = async (page: Page) => {
        await press(page, 'View');
        const popup = page.getByRole('dialog', { name: 'View' });
        await popup.getByLabel('Name of the view').waitFor();
        return popup;
      };
      const nameOf = (popup: Locator, name: string) => popup.getByRole('button').filter({ hasText: name });
      const page = await open('/admin?status=submitted&q=Mondays', suite.admin);
      const shown = await views(page);
      await shown.getByLabel('Name of the view').fill('Mondays');
      await press(shown, 'Save this view');
      await nameOf(shown, 'Mondays').waitFor();
      await shown.getByLabel('Name of the view').fill('Month end');
      await shown.getByLabel('For all super admins').check();
      await press(shown, 'Save this view');
      await nameOf(shown, 'Month end').getByText('for all').waitFor();

      await page.goto('/admin');
      const own = await views(page);
      await press(own, /^Rename .*Mondays/);
      await own.getByLabel('Name of the view').fill('Fridays');
      await press(own, 'Save');
      await nameOf(own, 'Fridays').click();
      await page.waitForURL('**/admin?*status=submitted*');
      expect(new URL(page.url()).searchParams.get('q')).toBe('Mondays');
      await listEntry(page, 'Viewed on Mondays').waitFor();

      const vera = await rest.addPerson('super_admin', 'Vera');
      const hers = await views(await open('/admin', vera));
      await nameOf(hers, 'Month end').getByText('by Rosa Root').waitFor();
      expect(await hers.getByText('Fridays').count()).toBe(0);
      expect(await hers.getByRole('button', { name: /^Rename/ }).count()).toBe(0);
      await press(hers, /^Remove .*Month end/);
      await nameOf(hers, 'Month end').waitFor({ state: 'detached' });
      await page.reload();
      const left = await views(page);
      await nameOf(left, 'Fridays').waitFor();
      expect(await left.getByText('Month end').count()).toBe(0);

      const denied = await open('/admin', mia);
      await denied.getByRole('heading', { name: 'Access denied' }).waitFor();
      const attempt = await denied.request.post('/api/admin/views', {
        headers: { authorization: `Bearer ${mia.token}` },
        data: { name: 'Mine', shared: true, filter: {} },
      });
      expect(attempt.status()).toBe(403);
    },
  );
});
