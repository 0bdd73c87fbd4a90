import { describe, expect, test } from '@jest/globals';
import type { ExpenseJson } from '@outlay/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { aDuplicate, answer, answerFile, anExpense, aUser, expectAccessible } from '#app/testing';
import { BOSS, onAWideScreen, renderPanel, SLOW } from '#panel/testing';

const DUPLICATES = 'GET /api/admin/expenses/{id}/duplicates';
const HISTORY = 'GET /api/admin/expenses/{id}/audit';

const numbered = (number: number, changes: Partial<ExpenseJson> = {}) =>
  anExpense({
    id: `expense-${number}`,
    expense_id: `EXP-000${number}`,
    created_at: `2026-03-0${9 - number}T09:00:00.000Z`,
    ...changes,
  });
const sheet = async (name: string) => within(await screen.findByRole('dialog', { name }, SLOW));

describe('the next expense', () => {
  function opened(...expenses: ExpenseJson[]) {
    const asked = { receipts: new Set(), duplicates: new Set(), histories: new Set() };
    renderPanel('/admin?expense=EXP-0001', {
      expenses,
      handlers: [
        answer(DUPLICATES, ({ params }) => {
          asked.duplicates.add(params.id);
          return { duplicates: [] };
        }),
        answer(HISTORY, ({ params }) => {
          asked.histories.add(params.id);
          return { history: [] };
        }),
        answerFile('GET /uploads/{filename}', 'png', 'image/png'),
      ],
    });
    return asked;
  }

  test('prefetches the next expense and the next pending one', async () => {
    const asked = opened(numbered(1), numbered(2, { status: 'paid' }), numbered(3), numbered(4));
    await sheet('EXP-0001');
    await waitFor(() => expect([...asked.histories].toSorted()).toEqual(['expense-1', 'expense-2', 'expense-3']));
    await waitFor(() => expect([...asked.duplicates].toSorted()).toEqual(['expense-1', 'expense-2', 'expense-3']));
  });

  test('does not prefetch possible duplicates, which the server would record as shown', async () => {
    const asked = opened(numbered(1), numbered(2, { duplicate_count: 1 }));
    await sheet('EXP-0001');
    await waitFor(() => expect(asked.histories).toContain('expense-2'));
    await waitFor(() => expect(asked.duplicates).toContain('expense-1'));
    expect(asked.duplicates).not.toContain('expense-2');
  });
});

describe('the title of the sheet', () => {
  test('is the place in the list and the amount, which follow the open expense', async () => {
    const view = renderPanel('/admin?expense=EXP-0002', {
      expenses: [
        numbered(1),
        numbered(2, { amount: 1200, currency: 'KES', reimbursement_amount: 8.5 }),
        numbered(3, { currency: 'EUR' }),
      ],
    });
    const opened = await sheet('EXP-0002');
    expect(await opened.findByText('2 of 3')).toBeVisible();
    expect(opened.getByText('1,200.00 KES', { selector: 'header *' })).toBeVisible();
    expect(opened.getByText('reimbursed with 8.50 EUR')).toBeVisible();
    await view.user.keyboard('j');
    expect(await (await sheet('EXP-0003')).findByText('3 of 3')).toBeVisible();
    expect(screen.queryByText(/^reimbursed/)).toBeNull();
  });

  test('has no place for a claim that the filters leave out', async () => {
    renderPanel('/admin?expense=EXP-0001&status=approved', { expenses: [numbered(1), numbered(2)] });
    const opened = await sheet('EXP-0001');
    expect(opened.getByText('250.00 USD', { selector: 'header *' })).toBeVisible();
    expect(opened.queryByText(/^\d+ of/)).toBeNull();
  });
});

describe('the list beside the open expense', () => {
  test('shows its neighbours on a wide screen and opens the chosen one', async () => {
    onAWideScreen();
    const view = renderPanel('/admin?expense=EXP-0002', {
      expenses: [1, 2, 3].map((number) => numbered(number)),
      users: [BOSS, aUser()],
    });
    await screen.findAllByText('Ada O.');
    const list = within((await sheet('EXP-0002')).getByRole('navigation', { name: 'The list' }));
    expect(list.getAllByRole('button').map((entry) => entry.textContent)).toEqual(
      ['EXP-0001', 'EXP-0002', 'EXP-0003'].map((id) => `${id} Ada O.225.00 EURTwo nights in Nairobi05/03/26Submitted`),
    );
    expect(list.getByRole('button', { current: true })).toHaveTextContent('EXP-0002');
    await expectAccessible();
    await view.user.click(list.getByRole('button', { name: /EXP-0003/ }));
    await sheet('EXP-0003');
    expect(list.getByRole('button', { current: true })).toHaveTextContent('EXP-0003');
    await view.user.keyboard('k');
    await sheet('EXP-0002');
    await view.user.keyboard('k');
    await sheet('EXP-0001');
  });

  test('is hidden on a narrow screen', async () => {
    renderPanel('/admin?expense=EXP-0001', { expenses: [numbered(1), numbered(2)] });
    expect((await sheet('EXP-0001')).queryByRole('navigation')).toBeNull();
  });
});

describe('possible duplicates', () => {
  test('are compared receipt by receipt', async () => {
    const duplicates = [2, 3].map((number) =>
      aDuplicate(
        numbered(number, {
          status: 'paid',
          receipt: `duplicate-${number}.png`,
          receipt_name: `duplicate ${number}.png`,
        }),
      ),
    );
    const view = renderPanel('/admin?expense=EXP-0001', {
      expenses: [numbered(1, { receipt: 'own.png', receipt_name: 'own.png' })],
      handlers: [answer(DUPLICATES, { duplicates }), answerFile('GET /uploads/{filename}', 'png', 'image/png')],
    });
    await view.user.click(await (await sheet('EXP-0001')).findByRole('button', { name: 'Compare receipts' }, SLOW));
    const dialog = await sheet('Receipts side by side');
    const claim = within(dialog.getByRole('article', { name: 'This claim EXP-0001' }));
    expect(await claim.findByRole('img', { name: 'Receipt own.png' })).toBeVisible();
    const first = within(dialog.getByRole('article', { name: 'Possible duplicate EXP-0002' }));
    expect(await first.findByRole('img', { name: 'Receipt duplicate 2.png' })).toBeVisible();
    await expectAccessible();
    await view.user.selectOptions(dialog.getByLabelText('Compare with'), 'EXP-0003');
    const second = within(dialog.getByRole('article', { name: 'Possible duplicate EXP-0003' }));
    expect(await second.findByRole('img', { name: 'Receipt duplicate 3.png' })).toBeVisible();
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Receipts side by side' })).toBeNull());
    await sheet('EXP-0001');
  });
});
