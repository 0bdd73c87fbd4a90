import { expect } from '@jest/globals';
import type { ExpenseJson } from '@outlay/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, anExpense, withoutDelay } from '#app/testing';
import { renderPanel, SLOW, type Panel } from '#panel/testing';
import { withoutHead } from '../testing';

export const AMEND = 'PUT /api/admin/expenses/{id}';
export const RATE = 'GET /api/exchange-rate';
const RATE_DEBOUNCE_MS = 400;
const OPEN = '/admin?expense=EXP-0001';
export const claim = anExpense({ revision: 4, type: 'Restaurant' });
export const overridden = { override_exchange_rate: 0.92, override_reason: 'Card', exchange_rate: 0.92 } as const;
export const rateOf = (rate: number, changes: { stale?: boolean; provisional?: boolean } = {}) => ({
  rate,
  effective_date: '2026-03-05',
  source: 'ecb',
  stale: false,
  provisional: false,
  ...changes,
});

export function edited(changes: Partial<ExpenseJson> = {}, { handlers = [], ...panel }: Panel = {}, path = OPEN) {
  const bodies: unknown[] = [];
  const asked: string[] = [];
  const expenses = [{ ...claim, ...changes }];
  const view = renderPanel(path, {
    expenses,
    ...panel,
    handlers: [
      ...handlers,
      answer(RATE, ({ query }) => {
        asked.push(query.toString());
        return rateOf(0.8);
      }),
      answer(AMEND, ({ body }) => {
        bodies.push(withoutHead(body));
        const amended = { ...claim, ...changes, revision: claim.revision + 1, justification: 'As amended' };
        expenses[0] = amended;
        return { message: 'ok', expense: amended };
      }),
    ],
  });
  return { ...view, bodies, asked, expenses };
}
type View = ReturnType<typeof edited>;

export const findDialog = async () => within(await screen.findByRole('dialog', { name: 'Edit Expense' }, SLOW));
export async function openDialog(view: View) {
  const sheet = within(await screen.findByRole('dialog', { name: 'EXP-0001' }, SLOW));
  await view.user.click(sheet.getByRole('button', { name: 'Edit' }));
  return findDialog();
}
type Dialog = Awaited<ReturnType<typeof openDialog>>;

export async function write(view: View, dialog: Dialog, label: string | RegExp, text: string) {
  await view.user.clear(dialog.getByLabelText(label));
  if (text) await view.user.type(dialog.getByLabelText(label), text);
}
export const withoutDebounce = (type: () => Promise<void>) => withoutDelay(RATE_DEBOUNCE_MS, type);
export const chooseCurrency = (view: View, dialog: Dialog, currency: string) =>
  withoutDebounce(() => view.user.selectOptions(dialog.getByLabelText('Currency'), currency));
export const saveButton = (dialog: Dialog) => dialog.getByRole('button', { name: 'Save' });
export async function save(view: View, dialog: Dialog) {
  await waitFor(() => expect(saveButton(dialog)).toBeEnabled());
  await view.user.click(saveButton(dialog));
}
