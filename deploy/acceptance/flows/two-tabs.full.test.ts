import type { SignedIn } from '@outlay/harness/testing/people';
import { listEntry, expectSaved, logIn, press } from './testing/screens.js';
import { flows } from './testing/flow-suite.js';

flows('two tabs', (suite) => {
  let mia: SignedIn;
  beforeAll(async () => {
    mia = await suite.rest.addPerson('team_member', 'Mia');
  });

  suite.flow('a conflict with the other tab offers a choice and keeps the form', async (open) => {
    const expense = await suite.rest.submit(mia, { justification: 'As it was', amount: '5.00' });
    const one = await open(`/submit-expense?edit=${expense.expense_id}`, mia);
    const two = await one.context().newPage();
    await two.goto(`/submit-expense?edit=${expense.expense_id}`);
    await two.getByLabel('Justification').fill('As the second tab says');
    await one.getByLabel('Justification').fill('As the first tab says');
    await press(one, 'Submit Expense');
    await expectSaved(one, 'Expense submitted successfully!');

    await press(two, 'Submit Expense');
    await two.getByText(/What you typed is still here/).waitFor();
    expect((await suite.rest.find(mia, 'As the first tab says'))?.id).toBe(expense.id);
    await press(two, 'Keep what I typed');
    expect(await two.getByLabel('Justification').inputValue()).toBe('As the second tab says');
    await press(two, 'Submit Expense');
    await expectSaved(two, 'Expense submitted successfully!');
    expect((await suite.rest.find(mia, 'As the second tab says'))?.id).toBe(expense.id);
  });

  suite.flow('a claim edited during its review must be viewed again before approval', async (open) => {
    const expense = await suite.rest.submit(mia, { justification: 'Watched claim', amount: '6.00' });
    const reviewer = await open(`/admin?expense=${expense.expense_id}`, suite.admin);
    const sheet = reviewer.getByRole('dialog').filter({ hasText: expense.expense_id });
    await sheet.getByText('0 potential dupes').waitFor();
    const owner = await open(`/submit-expense?edit=${expense.expense_id}`, mia);
    await owner.getByLabel('Amount', { exact: true }).fill('600.00');
    await press(owner, 'Submit Expense');
    await expectSaved(owner, 'Expense submitted successfully!');

    await press(sheet, 'Approve');
    await reviewer.getByText('This expense was changed in the meantime. Please look at it again.').first().waitFor();
    await sheet.getByText('600.00').first().waitFor();
    expect((await suite.rest.find(mia, 'Watched claim'))?.status).toBe('submitted');
    // Two presses within 600 ms are one.
    await reviewer.waitForTimeout(700);
    await press(sheet, 'Approve');
    await reviewer.getByText('Expense approved successfully!').first().waitFor();
  });

  suite.flow('an admin edit of a claim changed meanwhile keeps the form', async (open) => {
    const expense = await suite.rest.submit(mia, { justification: 'Corrected by two', amount: '8.00' });
    const one = await open(`/admin?q=${expense.expense_id}`, suite.admin);
    const two = await one.context().newPage();
    await two.goto(`/admin?q=${expense.expense_id}`);
    for (const [page, category] of [
      [one, 'Hotel'],
      [two, 'IT'],
    ] as const) {
      await listEntry(page, expense.expense_id).getByRole('button', { name: /^Edit/ }).click();
      await page.getByRole('dialog', { name: 'Edit Expense' }).getByLabel('Category').selectOption(category);
    }
    await press(one.getByRole('dialog', { name: 'Edit Expense' }), 'Save');
    await one.getByText('Expense updated successfully!').first().waitFor();
    const dialog = two.getByRole('dialog', { name: 'Edit Expense' });
    await press(dialog, 'Save');
    await dialog.getByText(/This expense was changed in the meantime/).waitFor();
    await press(dialog, 'Load the new state');
    await dialog.getByText(/What you changed yourself is still as you typed it/).waitFor();
    expect(await dialog.getByLabel('Category').inputValue()).toBe('IT');
    await press(dialog, 'Save');
    await two.getByText('Expense updated successfully!').first().waitFor();
    expect((await suite.rest.find(mia, 'Corrected by two'))?.type).toBe('IT');
  });

  suite.flow('a login in one tab switches the other, and nothing is sent as the wrong person', async (open) => {
    const paul = await suite.rest.addPerson('partner', 'Paul');
    const one = await open('/submit-expense', mia);
    await one.getByLabel('Justification').fill('Mia’s own words');
    const two = await one.context().newPage();
    await two.goto(`/submit-expense?token=${paul.token}`);
    await press(two, 'Switch login');
    await one.getByText('No receipt?').waitFor();
    expect(await one.getByLabel('Justification').inputValue()).toBe('');
    expect(await one.getByRole('button', { name: 'Restore' }).count()).toBe(0);

    await one.goto('/settings');
    await press(one, 'Logout');
    await logIn(one, 'mia@example.org');
    await one.getByRole('link', { name: 'New Expense' }).first().click();
    await press(one, 'Restore');
    expect(await one.getByLabel('Justification').inputValue()).toBe('Mia’s own words');
  });

  suite.flow('a logout clears both tabs, and each can sign in again', async (open) => {
    const one = await open('/my-expenses', mia);
    const two = await one.context().newPage();
    await two.goto('/settings');
    await two.getByText('mia@example.org').first().waitFor();
    await press(two, 'Logout');
    await two.getByRole('heading', { name: 'Sign in' }).waitFor();
    await one.getByRole('heading', { name: 'Sign in' }).waitFor();
    await logIn(one, 'mia@example.org');
  });
});
