import { describe, expect, test } from '@jest/globals';
import type { ExpenseJson } from '@outlay/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { answer, aReport, expectAccessible, refusal } from '#app/testing';
import type { Reply } from '#lib/routes';
import { renderPanel } from '#panel/testing';
import { approved, button, PAY, READY } from './testing';

describe('paying what is not as it was shown', () => {
  const EXPENSES = 'GET /api/admin/expenses-with-users';
  const earlier = {
    payment_id: 'payment-1',
    paid_by: { name: 'Bea Okafor', email: 'bea@example.com' },
    paid_at: '2026-03-31T10:00:00.000Z',
    report_id: 'report-1',
  };
  const changed = {
    expense_id: 'EXP-0002',
    expected: { revision: 0, status: 'approved', reimbursement_amount: 0.2 },
    actual: { revision: 1, status: 'approved', reimbursement_amount: 0.5 },
  } as const;

  /** Presses Pay; the list is `after` from then on. */
  const pay = async (respond: () => Response | Reply<typeof PAY>, after: ExpenseJson[]) => {
    let expenses: ExpenseJson[] = approved;
    const view = renderPanel(READY, {
      handlers: [
        answer(EXPENSES, () => expenses),
        answer('GET /api/admin/reports', [aReport()]),
        answer(PAY, () => {
          expenses = after;
          return respond();
        }),
      ],
    });
    await waitFor(async () => expect(await button()).toBeEnabled());
    await view.user.click(await button());
    await view.user.click(await screen.findByRole('button', { name: 'Pay 2 expenses' }));
    return view;
  };

  test('names who paid before and when, and links to the report', async () => {
    const expenses = ['EXP-0001', 'EXP-0002'].map((expense_id) => ({ expense_id, ...earlier }));
    const refused = () => refusal('ALREADY_PAID', 'Already paid', { expenses });
    const view = await pay(
      refused,
      approved.map((expense) => ({ ...expense, status: 'paid' })),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Already paid' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Nothing was paid now. Do not transfer the money');
    expect(dialog.getByRole('heading', { name: 'Paid by Bea Okafor (bea@example.com)' })).toBeVisible();
    expect(dialog.getByText(/31 Mar 2026/)).toBeVisible();
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['EXP-0001', 'EXP-0002']);
    expect(dialog.queryByRole('button', { name: 'Look again' })).toBeNull();
    await expectAccessible();
    await view.user.click(dialog.getByRole('link', { name: 'Open the report' }));
    expect(await screen.findByRole('dialog', { name: 'Payment Report' })).toBeVisible();
  });

  test('shows old and new figures, and pays the new ones after another look', async () => {
    const details = { expected_total: 225.3, total: 225.6, currency: 'EUR', expenses: [changed] };
    const now = approved.map((expense, at) =>
      at === 0 ? expense : { ...expense, revision: 1, reimbursement_amount: 0.5 },
    );
    const view = await pay(() => refusal('VERSION_CONFLICT', 'Changed', details), now);
    const dialog = within(await screen.findByRole('dialog', { name: 'The figures have changed' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Nothing was paid');
    expect(dialog.getByText('Total').nextSibling).toHaveTextContent('Before:225.30 EURNow:225.60 EUR');
    expect(dialog.getByText('EXP-0002').nextSibling).toHaveTextContent('Before:0.20 EURNow:0.50 EUR');
    await expectAccessible();
    await view.user.click(dialog.getByRole('button', { name: 'Look again' }));
    const again = within(await screen.findByRole('dialog', { name: 'Mark as Paid' }));
    expect(again.getByText('225.60 EUR')).toBeVisible();
    expect(again.getByRole('button', { name: 'Pay 2 expenses' })).toBeEnabled();
  });

  test('names an expense that is not approved any more', async () => {
    const actual = { ...changed.actual, status: 'submitted' };
    const details = { expected_total: 225.3, total: 225.6, currency: 'EUR', expenses: [{ ...changed, actual }] };
    await pay(() => refusal('VERSION_CONFLICT', 'Changed', details), approved.slice(0, 1));
    const dialog = within(await screen.findByRole('dialog', { name: 'The figures have changed' }));
    expect(dialog.getByText('EXP-0002').nextSibling).toHaveTextContent('Now:0.50 EUR, Submitted');
  });

  test('that is paid in part names the sum to transfer and what is left', async () => {
    const skipped = { already_paid: [], changed: [changed] };
    const paid = { message: 'Paid', payment_id: 'payment-1', report: null, skipped };
    const view = await pay(() => paid, approved.slice(1));
    const dialog = within(await screen.findByRole('dialog', { name: 'Paid in part' }));
    expect(dialog.getByText(/^1 of 2 expenses marked as paid\. Transfer 225\.10 EUR only/)).toBeVisible();
    expect(dialog.getByText('EXP-0002')).toBeVisible();
    expect(screen.queryByText('2 expenses marked as paid and report generated!')).toBeNull();
    await expectAccessible();
    await view.user.click(dialog.getByRole('button', { name: 'Look again' }));
    expect(await screen.findByRole('button', { name: 'Pay 1 expense' })).toBeVisible();
  });

  test('pays what the dialog shows, though the list has changed behind it', async () => {
    const bodies: unknown[] = [];
    let expenses: ExpenseJson[] = approved;
    const view = renderPanel(READY, {
      handlers: [
        answer(EXPENSES, () => expenses),
        answer(PAY, ({ body }) => {
          bodies.push(body);
          return refusal('CONFLICT', 'Later');
        }),
      ],
    });
    await waitFor(async () => expect(await button()).toBeEnabled());
    await view.user.click(await button());
    const dialog = within(await screen.findByRole('dialog', { name: 'Mark as Paid' }));
    expenses = approved.map((expense) => ({ ...expense, revision: 9, reimbursement_amount: 1 }));
    await act(() => view.queryClient.invalidateQueries());
    expect(dialog.getByText('225.30 EUR')).toBeVisible();
    await view.user.click(dialog.getByRole('button', { name: 'Pay 2 expenses' }));
    await waitFor(() =>
      expect(bodies).toMatchObject([{ expected_total: 225.3, revisions: { 'expense-1': 4, 'expense-2': 0 } }]),
    );
  });
});
