import type { ExpenseJson, UserJson } from '@outlay/contracts';
import { CLASSIFICATION_LABELS, type Classification } from '@outlay/rules';
import { expect } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { answer, anExpense, aUser, renderRoute, withoutDelay, type ReceivedCall } from '#app/testing';
import * as texts from '#strings/submit-expense';
import { localToday } from '#lib/local-today';

export const CREATE = 'POST /api/expenses';
export const REVISE = 'PUT /api/expenses/{id}';
export const RATE = 'GET /api/exchange-rate';
const RATE_DEBOUNCE_MS = 500;

export const rateOf = (rate: number, changes: { stale?: boolean; provisional?: boolean } = {}) => ({
  rate,
  effective_date: '2026-03-05',
  source: 'ecb',
  stale: false,
  provisional: false,
  ...changes,
});

const content = (start: string, size: number) => [start, new Uint8Array(size - start.length)];

/** `type` is the media type that a browser reports, which may be another. */
export const pdf = (size = 5, type = 'application/pdf') => new File(content('%PDF-', size), 'dinner.pdf', { type });

export const gif = (name: string, type = 'image/gif') => new File(['GIF89a'], name, { type });

export function saves(key: typeof CREATE | typeof REVISE, changes: Partial<ExpenseJson> = {}) {
  const calls: ReceivedCall[] = [];
  const handler = answer(key, (call) => {
    calls.push(call);
    return { message: 'Saved', expense: anExpense(changes) };
  });
  const fields = () => (calls.at(-1)?.body ?? {}) as Record<string, string | File>;
  return { handler, calls, fields };
}

export function showForm(path: string, handlers: HttpHandler[] = [], user: Partial<UserJson> = {}) {
  return renderRoute(path, {
    as: aUser(user),
    handlers: [
      ...handlers,
      answer('GET /api/expenses', []),
      answer('GET /api/expenses/duplicate-warning', { same_figures: null, same_receipt: null }),
      answer(RATE, rateOf(0.9)),
    ],
  });
}

export const field = (name: string | RegExp) => screen.findByLabelText(name);
export const submitButton = () => screen.findByRole('button', { name: 'Submit Expense' });
export const draftButton = () => screen.findByRole('button', { name: 'Save as Draft' });

export async function fillClaim(view: ReturnType<typeof renderRoute>, changes: Record<string, string> = {}) {
  const { currency = 'EUR', classification = 'investment', date = localToday() } = changes;
  // Typing into a date that is proposed would empty it first.
  fireEvent.change(await field('Date'), { target: { value: date } });
  await view.user.selectOptions(await field('Category'), 'Restaurant');
  await view.user.click(await field('Justification'));
  await view.user.paste('Lunch with the auditors');
  await view.user.type(await field('Amount'), '100');
  await withoutDelay(RATE_DEBOUNCE_MS, async () => view.user.selectOptions(await field('Currency'), currency));
  await classify(view, classification);
}

export async function classify(view: ReturnType<typeof renderRoute>, classification: string) {
  const name = CLASSIFICATION_LABELS[classification as Classification];
  await view.user.click(await screen.findByRole('radio', { name }));
}

export async function attach(view: ReturnType<typeof renderRoute>, file: File) {
  await view.user.upload(await screen.findByLabelText(/Upload File|Replace/), file);
  // The code that prepares a file is loaded with the first one.
  await waitFor(() => expect(screen.queryByText(texts.preparing)).toBeNull(), { timeout: 10_000 });
}
