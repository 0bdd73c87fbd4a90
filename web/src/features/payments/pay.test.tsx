import { describe, expect, test } from '@jest/globals';
import type { ExpenseJson } from '@outlay/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import {
  answer,
  anExpense,
  aUser,
  breakDown,
  endDoubleClick,
  expectAccessible,
  findInPlace,
  findToast,
  hold,
  refuse,
} from '#app/testing';
import { BOSS, renderPanel } from '#panel/testing';
import { approved, button, PAY, READY } from './testing';

describe('paying', () => {
  test.each([
    ['no user is chosen', '/admin?status=approved', approved],
    ['another status is shown', '/admin?user=ada@example.com', approved],
    ['the user has nothing approved', READY, [anExpense()]],
  ] as const)('is not available while %s, and says what is missing', async (_, path, expenses) => {
    renderPanel(path, { expenses: [...expenses] });
    await screen.findByText(/^\d+ expenses?$/);
    expect(await button()).toBeDisabled();
    expect(await button()).toHaveAccessibleDescription('Select a user with approved expenses first');
    expect(await button()).toHaveTextContent('(0)');
  });

  test('confirms user, count and total, and shows nothing as paid before the response', async () => {
    let expenses: ExpenseJson[] = approved;
    const bodies: unknown[] = [];
    const { held, release } = hold();
    const view = renderPanel(READY, {
      handlers: [
        answer('GET /api/admin/expenses-with-users', () => expenses),
        answer(PAY, async ({ body }) => {
          bodies.push(body);
          await held;
          expenses = approved.map((expense) => ({ ...expense, status: 'paid' }));
          return { message: 'Paid', payment_id: 'payment-1', report: null, skipped: { already_paid: [], changed: [] } };
        }),
      ],
    });
    await waitFor(async () => expect(await button()).toHaveTextContent('Mark as Paid (2)'));
    await view.user.click(await button());
    const dialog = within(await screen.findByRole('dialog', { name: 'Mark as Paid' }));
    expect(dialog.getByText('Ada Okafor, ada@example.com')).toBeVisible();
    expect(dialog.getByText('2')).toBeVisible();
    expect(dialog.getByText('225.30 EUR')).toBeVisible();
    await expectAccessible();

    await view.user.click(dialog.getByRole('button', { name: 'Pay 2 expenses' }));
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(dialog.getByRole('button', { name: 'Pay 2 expenses' })).toBeDisabled();
    expect(screen.queryByText(/marked as paid/)).toBeNull();
    release();
    expect(await screen.findByText('2 expenses marked as paid and report generated!')).toBeVisible();
    expect(bodies).toEqual([
      {
        expense_ids: ['EXP-0001', 'EXP-0002'],
        user_name: 'Ada Okafor',
        expected_total: 225.3,
        revisions: { 'expense-1': 4, 'expense-2': 0 },
        heads: { 'expense-1': 'ab'.repeat(32), 'expense-2': 'ab'.repeat(32) },
      },
    ]);
    expect(await screen.findByText('No expenses found matching your filters.')).toBeVisible();
  });

  test.each([
    ['with words', refuse(PAY, 'CONFLICT', 'Not approved: EXP-0002'), 'Not approved: EXP-0002'],
    ['without words', breakDown(PAY, 500), 'Failed to mark expenses as paid'],
  ])('a refusal %s appears in a toast and in the dialog, which stays open', async (_, handler, message) => {
    const view = renderPanel(READY, { expenses: approved, handlers: [handler] });
    await waitFor(async () => expect(await button()).toBeEnabled());
    await view.user.click(await button());
    await view.user.click(await screen.findByRole('button', { name: 'Pay 2 expenses' }));
    expect(await findToast(message)).toBeVisible();
    expect(await findInPlace(message)).toBeVisible();
    expect(screen.getByRole('dialog', { name: 'Mark as Paid' })).toBeVisible();
  });

  test('asks first if the account of the user is inactive', async () => {
    const bodies: unknown[] = [];
    const view = renderPanel(READY, {
      expenses: approved,
      users: [BOSS, aUser({ status: 'inactive' })],
      handlers: [
        answer(PAY, ({ body }) => {
          bodies.push(body);
          return new Response(null, { status: 504 });
        }),
      ],
    });
    await waitFor(async () => expect(await button()).toBeEnabled());
    await view.user.click(await button());
    const pay = await screen.findByRole('button', { name: 'Pay 2 expenses' });
    expect(await screen.findByText('The account of this user is inactive.')).toBeVisible();
    expect(pay).toBeDisabled();
    await expectAccessible();
    await view.user.click(screen.getByRole('checkbox', { name: 'Pay the expenses nevertheless' }));
    await view.user.click(pay);
    await waitFor(() => expect(bodies).toHaveLength(1));
  });

  test('a double click pays once, and never from a question that has just opened', async () => {
    const keys: (string | null)[] = [];
    const handler = answer(PAY, ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      return new Response(null, { status: 504 });
    });
    const view = renderPanel(READY, { expenses: approved, handlers: [handler] });
    await waitFor(async () => expect(await button()).toBeEnabled());
    await view.user.click(await button());
    const pay = await screen.findByRole('button', { name: 'Pay 2 expenses' });
    endDoubleClick(pay);
    await view.user.click(pay);
    await waitFor(() => expect(keys).toHaveLength(1));
    await waitFor(() => expect(pay).toBeEnabled());
    endDoubleClick(pay);
    await view.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await view.user.clickBeside(await button());
    await view.user.click(await screen.findByRole('button', { name: 'Pay 2 expenses' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Pay 2 expenses' })).toBeEnabled());
    expect(keys).toHaveLength(2);
  });

  test('a user without a name is rejected before the dialog opens', async () => {
    const view = renderPanel(READY, { expenses: approved.map((expense) => ({ ...expense, user_name: '\u3164' })) });
    await waitFor(async () => expect(await button()).toBeEnabled());
    await view.user.click(await button());
    expect(await findToast('Unable to resolve user name for bulk payment')).toBeVisible();
    // Screen readers can dismiss the toast as well.
    expect(screen.getByRole('group', { name: 'Unable to resolve user name for bulk payment' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Dismiss' })).toBeVisible();
    await expectAccessible();
    expect(screen.queryByRole('dialog', { name: 'Mark as Paid' })).toBeNull();
  });

  test('a retry after a lost response reuses the idempotency key', async () => {
    const keys: (string | null)[] = [];
    const view = renderPanel(READY, {
      expenses: approved,
      handlers: [
        answer(PAY, ({ idempotencyKey }) => {
          keys.push(idempotencyKey);
          return new Response(null, { status: 504 });
        }),
      ],
    });
    await waitFor(async () => expect(await button()).toBeEnabled());
    await view.user.click(await button());
    const pay = await screen.findByRole('button', { name: 'Pay 2 expenses' });
    const { click, clickBeside } = view.user;
    for (const [times, send] of [click, clickBeside].entries()) {
      await send(pay);
      await waitFor(() => expect(keys).toHaveLength(times + 1));
      await waitFor(() => expect(pay).toBeEnabled());
    }
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
  });
});
