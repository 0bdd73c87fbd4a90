import { describe, expect, test } from '@jest/globals';
import type { ExpenseJson, UserJson } from '@outlay/contracts';
import { screen, within } from '@testing-library/react';
import { answer, anExpense, aUser, expectAccessible, findToast } from '#app/testing';
import { BOSS, renderPanel, SLOW } from '#panel/testing';

const OWN = 'This is your own expense: another super admin has to approve, correct or pay it.';
const other = aUser({ id: 'boss-2', email: 'cleo@example.com', first_name: 'Cleo', role: 'super_admin' });
const own = anExpense({ user_id: BOSS.id, user_email: BOSS.email, user_name: 'Bea Okafor' });

function listed(expense: ExpenseJson, users: UserJson[], path = '/admin') {
  const approved: unknown[] = [];
  const view = renderPanel(path, {
    expenses: [expense],
    users,
    handlers: [
      answer('PUT /api/admin/expenses/{id}/approve', ({ params }) => {
        approved.push(params.id);
        return { message: 'ok', expense: { ...expense, status: 'approved' } };
      }),
    ],
  });
  return { ...view, approved };
}
const sheet = async () => within(await screen.findByRole('dialog', { name: 'EXP-0001' }, SLOW));

describe('an own expense, with another active super admin', () => {
  test('cannot be approved, and the reason is shown', async () => {
    const view = listed(own, [BOSS, other], '/admin?expense=EXP-0001');
    const { findByText, getByRole } = await sheet();
    expect(await findByText(OWN)).toBeVisible();
    expect(getByRole('button', { name: 'Approve' })).toBeDisabled();
    expect(getByRole('button', { name: 'Approve' })).toHaveAccessibleDescription(OWN);
    expect(getByRole('button', { name: 'Reject' })).toBeEnabled();
    expect(getByRole('button', { name: 'Edit' })).toBeEnabled();
    await expectAccessible();
    await view.user.keyboard('a');
    expect(await findToast(OWN)).toBeVisible();
    expect(view.approved).toEqual([]);
  });

  test('cannot be approved in the list or in bulk', async () => {
    listed(own, [BOSS, other]);
    expect(await screen.findByTitle(OWN)).toBe(screen.getByRole('button', { name: 'Approve EXP-0001' }));
    expect(screen.getByRole('button', { name: 'Approve EXP-0001' })).toBeDisabled();
    expect(screen.queryByRole('checkbox', { name: 'Select EXP-0001' })).toBeNull();
  });

  test('can be neither amended nor paid once approved', async () => {
    listed({ ...own, status: 'approved' }, [BOSS, other], `/admin?user=${BOSS.email}&status=approved`);
    expect(await screen.findByText(OWN)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Mark as Paid (1)' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Mark as Paid (1)' })).toHaveAccessibleDescription(OWN);
    expect(screen.getByRole('button', { name: 'Edit EXP-0001' })).toBeDisabled();
  });
});

describe('an own expense, without another active super admin', () => {
  test.each([
    ['nobody else is a super admin', [BOSS, aUser()]],
    ['the other one is inactive', [BOSS, { ...other, status: 'inactive' as const }]],
  ])('can be approved: %s', async (_, users) => {
    const view = listed(own, users);
    await screen.findByRole('option', { name: users[1]?.email });
    await view.user.click(await screen.findByRole('button', { name: 'Approve EXP-0001' }));
    expect(await screen.findByText('Expense approved successfully!')).toBeVisible();
    expect(view.approved).toEqual([own.id]);
  });
});

test('another super admin’s expense can be approved', async () => {
  const view = listed({ ...own, user_id: other.id, user_email: other.email }, [BOSS, other]);
  await screen.findByRole('option', { name: BOSS.email });
  await view.user.click(await screen.findByRole('button', { name: 'Approve EXP-0001' }));
  expect(await screen.findByText('Expense approved successfully!')).toBeVisible();
});
