import type { SignedIn } from '@outlay/harness/testing/people';
import { pdfReceipt } from '@outlay/harness/testing/receipts';
import { nameOfFocused, tabTo, unambiguousDate } from './testing/keyboard.js';
import { listEntry, expectSaved, today } from './testing/screens.js';
import { flows } from './testing/flow-suite.js';

flows('with the keyboard only', (suite) => {
  let mia: SignedIn;
  beforeAll(async () => {
    mia = await suite.rest.addPerson('team_member', 'Mia');
  });

  suite.flow('a member finds the form, fills it in, attaches a receipt and submits', async (open) => {
    const page = await open('/my-expenses', mia);
    await page.getByRole('heading', { name: 'My Expenses', level: 1 }).waitFor();
    await tabTo(page, 'New Expense');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Submit Expense', level: 1 }).waitFor();

    // Later renders may replace the button and move the focus.
    await page.waitForLoadState('networkidle');
    // The listener is registered early, because until then the browser would open its own file dialog.
    const chooser = page.waitForEvent('filechooser');
    await tabTo(page, 'Upload File');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer: pdfReceipt('A bill') });
    await page.getByText('bill.pdf').waitFor();
    await tabTo(page, 'Date');
    await page.keyboard.type(unambiguousDate(today));
    await tabTo(page, 'Category');
    await page.keyboard.type('Rest');
    await tabTo(page, 'Justification');
    await page.keyboard.type('Typed without a mouse');
    await tabTo(page, 'Amount');
    await page.keyboard.type('17.20');
    await tabTo(page, 'Support');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, 'Submit Expense');
    await page.keyboard.press('Enter');
    await expectSaved(page, 'Expense submitted successfully!');
    await listEntry(page, 'Typed without a mouse').getByText('Restaurant').waitFor();

    await tabTo(page, 'Typed without a mouse');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Expense details' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await nameOfFocused(page)).toBe('Typed without a mouse');
  });

  suite.flow('a member navigates with single keys and the palette', async (open) => {
    const { expense_id } = await suite.rest.submit(mia, { justification: 'Keys: to be found', amount: '6.60' });
    const page = await open('/my-expenses', mia);
    await listEntry(page, 'Keys: to be found').waitFor();
    await page.keyboard.press('c');
    await page.getByRole('heading', { name: 'Submit Expense', level: 1 }).waitFor();
    await page.getByLabel('Justification').press('c');
    expect(await page.getByLabel('Justification').inputValue()).toBe('c');

    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: /^Search screens/ });
    await field.waitFor();
    await page.keyboard.type('my rep');
    await page.getByRole('option', { name: /^My Reports/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'My Reports', level: 1 }).waitFor();
    await field.waitFor({ state: 'detached' });
    expect(await nameOfFocused(page)).toBe('My Reports');

    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.keyboard.press('Control+k');
    await field.waitFor();
    await page.keyboard.type(expense_id.toLowerCase());
    await page.getByRole('option', { name: /Keys: to be found/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Expense details' }).getByText('Keys: to be found').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  suite.flow('a super admin approves one claim, rejects the next and leaves the panel', async (open) => {
    const { rest } = suite;
    const second = await rest.submit(mia, { justification: 'Keys: to reject', amount: '3.20' });
    const first = await rest.submit(mia, { justification: 'Keys: to approve', amount: '4.20' });
    const page = await open('/admin?q=Keys', suite.admin);
    await listEntry(page, 'Keys: to reject').waitFor();
    await tabTo(page, first.expense_id);
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog').filter({ hasText: 'mia@example.org' });
    await sheet.getByText('Keys: to approve').first().waitFor();
    await page.keyboard.press('a');
    await page.getByText('Expense approved successfully!').first().waitFor();
    await sheet.getByText('Keys: to reject').first().waitFor();
    await page.keyboard.press('r');
    const question = page.getByRole('dialog', { name: 'Reject Expense' });
    await question.locator('textarea:focus').waitFor();
    await page.keyboard.type('Where is the bill?');
    await tabTo(page, 'Reject');
    await page.keyboard.press('Enter');
    await page.getByText('Expense rejected successfully!').first().waitFor();
    await question.waitFor({ state: 'detached' });
    expect((await rest.find(mia, 'Keys: to approve'))?.status).toBe('approved');
    expect(await rest.find(mia, 'Keys: to reject')).toMatchObject({
      expense_id: second.expense_id,
      status: 'rejected',
      admin_notes: 'Where is the bill?',
    });
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    expect(await nameOfFocused(page)).not.toBe('');
  });

  suite.flow('a super admin pays', async (open) => {
    const { rest } = suite;
    const zoe = await rest.addPerson('team_member', 'Zoe');
    await rest.approve(await rest.submit(zoe, { justification: 'Keys: to pay', amount: '9.90' }));
    const page = await open('/admin', suite.admin);
    await listEntry(page, 'Keys: to pay').waitFor();
    await tabTo(page, 'User');
    await page.keyboard.type('zoe@');
    await tabTo(page, 'Status');
    await page.keyboard.type('App');
    await page.getByRole('button', { name: 'Mark as Paid (1)' }).waitFor();
    await tabTo(page, 'Mark as Paid (1)');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Mark as Paid' }).waitFor();
    await tabTo(page, 'Pay 1 expense');
    await page.keyboard.press('Enter');
    await page.getByText('1 expenses marked as paid and report generated!').first().waitFor();
    expect((await rest.find(zoe, 'Keys: to pay'))?.status).toBe('paid');
  });

  suite.flow('a super admin pays everybody in one run', async (open) => {
    const { rest } = suite;
    const people = [await rest.addPerson('team_member', 'Uma'), await rest.addPerson('team_member', 'Vic')];
    for (const person of people)
      await rest.approve(await rest.submit(person, { justification: 'Keys: to pay in a run', amount: '9.90' }));
    const page = await open('/admin', suite.admin);
    await page.getByRole('tab', { name: 'Payments' }).waitFor();
    await tabTo(page, 'Expenses');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByText('Uma Tester').waitFor();
    await tabTo(page, 'Select everybody');
    await page.keyboard.press('Space');
    // The region of the table, which scrolls, is one stop between them.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Payment run' }).waitFor();
    await tabTo(page, /^Pay \d+ people$/);
    await page.keyboard.press('Enter');
    await page.getByText(/^(\d+) of \1 paid$/).waitFor();
    for (const person of people) expect((await rest.find(person, 'Keys: to pay in a run'))?.status).toBe('paid');
  });
});
