import { expect } from '@jest/globals';
import type { ExpenseJson } from '@outlay/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { aDuplicate, answer, anExpense } from '#app/testing';
import { renderPanel, SLOW, type Panel } from '#panel/testing';

export const APPROVE = 'PUT /api/admin/expenses/{id}/approve';
export const REJECT = 'PUT /api/admin/expenses/{id}/reject';
export const REVERT = 'PUT /api/admin/expenses/{id}/unapprove';
export const DUPLICATES = 'GET /api/admin/expenses/{id}/duplicates';
const OPEN = '/admin?expense=EXP-0001';

export const claim = anExpense({ revision: 4 });
export const second = anExpense({ id: 'expense-2', expense_id: 'EXP-0002', created_at: '2026-03-05T09:00:00.000Z' });
export const paidDuplicate = aDuplicate({
  id: 'duplicate',
  expense_id: 'EXP-0009',
  status: 'paid',
  justification: 'The same stay',
});

/** Every decision sends the head that was shown. */
export function withoutHead(body: unknown): object {
  const { head, ...decision } = body as { head?: string };
  expect(head).toBe(claim.head);
  return decision;
}

export function reviewed(options: { expense?: ExpenseJson; others?: ExpenseJson[]; path?: string } & Panel = {}) {
  const { expense = claim, others = [], path = OPEN, handlers = [], ...panel } = options;
  const bodies: unknown[] = [];
  const expenses = [expense, ...others];
  const decide = (status: ExpenseJson['status']) => (call: { body: unknown; params: Record<string, unknown> }) => {
    bodies.push(withoutHead(call.body));
    const index = expenses.findIndex(({ id }) => id === call.params.id);
    const decided = { ...(expenses[index] ?? expense), status, revision: expense.revision + 1 };
    expenses[index] = decided;
    return { message: 'ok', expense: decided };
  };
  const view = renderPanel(path, {
    expenses,
    ...panel,
    handlers: [
      ...handlers,
      answer(APPROVE, (call) => {
        const { receipt_sha256, ...body } = call.body as { receipt_sha256?: string | null };
        expect(receipt_sha256).toBe(expense.receipt_sha256);
        return decide('approved')({ ...call, body });
      }),
      answer(REJECT, decide('rejected')),
      answer(REVERT, decide('submitted')),
    ],
  });
  return { ...view, bodies, expenses };
}

export const sheet = async (name = 'EXP-0001') => within(await screen.findByRole('dialog', { name }, SLOW));
export async function ready(name: string, expense?: string) {
  const button = await (await sheet(expense)).findByRole('button', { name });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
  return button;
}
export const press = async (view: ReturnType<typeof reviewed>, name: string) => view.user.click(await ready(name));
