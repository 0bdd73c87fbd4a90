import { describe, expect, test } from '@jest/globals';
import type { ExpenseJson } from '@outlay/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { anExpense, answer, answerFile, aUser, breakDown, expectAccessible, refusal, renderRoute } from '#app/testing';
import { localToday } from '#lib/local-today';
import { attach, draftButton, field, pdf, RATE, rateOf, REVISE, saves, submitButton } from './testing';

const FILE = answerFile('GET /uploads/{filename}', 'png', 'image/png');
const NO_DUPLICATE = answer('GET /api/expenses/duplicate-warning', { same_figures: null, same_receipt: null });
const dinner = anExpense({
  date: localToday(),
  type: 'Restaurant',
  amount: 250,
  receipt: 'r-1.png',
  receipt_name: 'dinner.png',
  classification: 'core investment',
  revision: 7,
});

function edit(expense: ExpenseJson, handlers: HttpHandler[] = [], path = `/submit-expense?edit=${expense.expense_id}`) {
  return renderRoute(path, {
    as: aUser({ role: 'partner' }),
    handlers: [...handlers, answer('GET /api/expenses', [expense]), NO_DUPLICATE, answer(RATE, rateOf(0.9)), FILE],
  });
}

describe('editing an expense', () => {
  test('fills in the form, keeps the stored rate, and sends the opened revision', async () => {
    const { handler, fields, calls } = saves(REVISE);
    const view = edit(dinner, [handler]);
    expect(await screen.findByRole('heading', { name: 'Edit Expense', level: 1 })).toBeVisible();
    expect(await field('Date')).toHaveValue(localToday());
    expect(await field('Category')).toHaveValue('Restaurant');
    expect(await field('Amount')).toHaveValue('250.00');
    expect(await screen.findByRole('radio', { name: 'Investment' })).toBeChecked();
    expect(screen.getByText('fetched (automatic)')).toBeVisible();
    expect(screen.getByText('dinner.png')).toBeVisible();
    await expectAccessible();

    await view.user.type(await field('Justification'), '!');
    await view.user.click(await submitButton());
    expect(await screen.findByText('Expense submitted successfully!')).toBeVisible();
    expect(calls[0]?.params.id).toBe('expense-1');
    expect(fields()).toMatchObject({
      justification: 'Two nights in Nairobi!',
      revision: '7',
      status: 'submitted',
      fetched_exchange_rate: '0.9',
      reimbursement_amount: '225.00',
    });
    expect(fields()).not.toHaveProperty('receipt');
    expect(fields()).not.toHaveProperty('remove_receipt');
  });

  test('says before saving that a claim of the former reimbursement currency is converted', async () => {
    const inUsd = aUser({ role: 'partner', reimbursement_currency: 'USD' });
    const handlers = [answer('GET /api/expenses', [dinner]), NO_DUPLICATE, answer(RATE, rateOf(1)), FILE];
    renderRoute('/submit-expense?edit=EXP-0001', { as: inUsd, handlers });
    const notice = 'Saving converts this claim from 225.00 EUR to USD: your account is reimbursed in USD now.';
    expect(await screen.findByText(notice)).toBeVisible();
    await expectAccessible();
  });

  test('does not speak of a conversion where the currency is the same', async () => {
    edit(dinner);
    expect(await submitButton()).toBeVisible();
    expect(screen.queryByText(/converts/)).toBeNull();
  });

  test('warns of other claims with its stored receipt until that is removed', async () => {
    const asked: Record<string, string>[] = [];
    const message = 'This receipt was submitted before.';
    const receipt_sha256 = 'ab'.repeat(32);
    const view = edit({ ...dinner, status: 'draft', receipt_sha256 }, [
      answer('GET /api/expenses/duplicate-warning', ({ query }) => {
        asked.push(Object.fromEntries(query));
        const warning = { expense_id: null, justification: null, message };
        return { same_figures: null, same_receipt: query.has('receipt_sha256') ? warning : null };
      }),
    ]);
    expect(await screen.findByText(message, {}, { timeout: 5000 })).toBeVisible();
    expect(asked).toEqual([{ id: 'expense-1', date: localToday(), amount: '250.00', currency: 'USD', receipt_sha256 }]);
    await view.user.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText(message)).toBeNull(), { timeout: 5000 });
  });

  test('requests a rate only after the amount changes', async () => {
    let asked = 0;
    const view = edit(dinner, [
      answer(RATE, () => {
        asked += 1;
        return rateOf(0.8);
      }),
    ]);
    await view.user.type(await field('Justification'), '!');
    await view.user.clear(await field('Amount'));
    await view.user.type(await field('Amount'), '2500');
    expect(await screen.findByText('2,000.00 EUR')).toBeVisible();
    expect(asked).toBe(1);
  });

  test('a removed receipt is sent as removed', async () => {
    const { handler, fields } = saves(REVISE);
    const view = edit(dinner, [handler]);
    await view.user.click(await screen.findByRole('button', { name: 'Remove' }));
    await view.user.click(await draftButton());
    await waitFor(() => expect(fields()).toMatchObject({ status: 'draft', remove_receipt: 'true' }));
  });

  test('a replaced receipt is sent instead of the old one', async () => {
    const { handler, fields } = saves(REVISE);
    const view = edit(dinner, [handler]);
    await attach(view, pdf());
    await view.user.click(await submitButton());
    await waitFor(() => expect(fields().receipt).toHaveProperty('name', 'dinner.pdf'));
    expect(fields()).not.toHaveProperty('remove_receipt');
  });

  test('a rejected expense shows the reason', async () => {
    edit(anExpense({ ...dinner, status: 'rejected', admin_notes: 'Which client?' }));
    expect(await screen.findByText('Which client?')).toBeVisible();
  });

  test('is not converted by a form that was opened before the account got another currency', async () => {
    const sent: unknown[] = [];
    let now = aUser();
    const view = renderRoute(`/submit-expense?edit=${dinner.expense_id}`, {
      as: now,
      handlers: [
        answer('GET /api/auth/me', () => ({ ...now })),
        answer('GET /api/expenses', [dinner]),
        FILE,
        NO_DUPLICATE,
        answer(RATE, rateOf(1.1)),
        answer(REVISE, ({ body }) => {
          const { reimbursement_currency: shown } = body as Record<string, string>;
          sent.push(shown);
          if (shown !== now.reimbursement_currency)
            return refusal('CONFLICT', 'This account is reimbursed in USD by now.');
          return { message: 'Saved', expense: dinner };
        }),
      ],
    });
    await screen.findByText('dinner.png');
    now = aUser({ reimbursement_currency: 'USD' });
    await view.user.click(await submitButton());
    expect(await screen.findByText(/This account is reimbursed in USD by now/)).toBeVisible();
    expect(await screen.findByText(/^Saving converts this claim from 225\.00 EUR to USD/)).toBeVisible();
    await view.user.click(await submitButton());
    await waitFor(() => expect(sent).toEqual(['EUR', 'USD']));
  });

  test('a declaration and an override that its owner may not make are not sent', async () => {
    const { handler, fields } = saves(REVISE, { status: 'draft' });
    const created = { ...dinner, receipt: null, receipt_name: null, no_receipt: true, override_exchange_rate: 0.91 };
    const view = renderRoute(`/submit-expense?edit=${dinner.expense_id}`, {
      as: aUser({ role: 'team_member' }),
      handlers: [handler, answer('GET /api/expenses', [{ ...created, override_reason: 'Card' }]), NO_DUPLICATE],
    });
    await view.user.click(await draftButton());
    expect(await screen.findByText('Expense saved as draft successfully!')).toBeVisible();
    expect(fields()).toMatchObject({ no_receipt: 'false' });
    expect(fields()).not.toHaveProperty('override_exchange_rate');
  });

  test('shows what is stored now, not what was loaded before', async () => {
    let stored = dinner;
    const view = edit(dinner, [answer('GET /api/expenses', () => [stored])]);
    expect(await field('Amount')).toHaveValue('250.00');
    await view.user.click(screen.getByRole('link', { name: /My Expenses/ }));
    await screen.findByRole('heading', { name: 'My Expenses', level: 1 });
    stored = { ...dinner, status: 'rejected', admin_notes: 'Too dear', revision: 8 };
    await act(() => view.router.navigate({ to: '/submit-expense', search: { edit: dinner.expense_id } }));
    expect(await screen.findByText('Too dear')).toBeVisible();
  });

  test('keeps values from an admin that the form does not offer', async () => {
    edit(anExpense({ ...dinner, type: 'Meals', currency: 'JPY', currency_other: 'JPY' }), [
      answer(RATE, rateOf(0.006)),
    ]);
    expect(await field('Category')).toHaveValue('Meals');
    expect(await field('Currency')).toHaveValue('OTHER');
    expect(await field('Currency code')).toHaveValue('JPY');
  });

  test.each([
    ['is approved', anExpense({ status: 'approved' }), 'An expense that is approved cannot be edited.'],
    ['is not there', anExpense({ expense_id: 'EXP-9' }), 'This expense was not found. It may have been deleted.'],
  ])('an expense that %s cannot be edited', async (_, expense, message) => {
    edit(expense, [], '/submit-expense?edit=EXP-0001');
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Submit Expense' })).toBeNull();
  });

  test('a failed load can be retried', async () => {
    const view = renderRoute('/submit-expense?edit=EXP-0001', {
      as: aUser(),
      handlers: [breakDown('GET /api/expenses', 500)],
    });
    expect(await screen.findByText('Unable to load the expense.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled();
    expect(view.path()).toBe('/submit-expense');
  });

  test('a copy is a new expense of today, without receipt', async () => {
    edit(dinner, [], '/submit-expense?copy=EXP-0001');
    expect(await field('Amount')).toHaveValue('250.00');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Submit Expense');
    expect(await field('Date')).toHaveValue(localToday());
    expect(screen.queryByText('dinner.png')).toBeNull();
  });
});

describe('an expense that was changed in the meantime', () => {
  const changed = anExpense({ ...dinner, justification: 'Changed elsewhere', revision: 8 });
  function conflict() {
    const revisions: unknown[] = [];
    let current = dinner;
    const handlers = [
      answer('GET /api/expenses', () => [current]),
      answer(REVISE, ({ body }) => {
        const { revision } = body as Record<string, string>;
        revisions.push(revision);
        current = changed;
        if (revision === String(changed.revision)) return { message: 'Saved', expense: changed };
        return refusal('VERSION_CONFLICT', 'This expense was changed in the meantime. Please look at it again.');
      }),
    ];
    return { handlers, revisions };
  }

  test('is a conflict that keeps the input and can be overwritten', async () => {
    const { handlers, revisions } = conflict();
    const view = edit(dinner, handlers);
    await view.user.type(await field('Justification'), ' and more');
    await view.user.click(await submitButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Error updating: This expense was changed in the meantime. Please look at it again.',
    );
    await expectAccessible();
    await view.user.click(screen.getByRole('button', { name: 'Keep what I typed' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(await field('Justification')).toHaveValue('Two nights in Nairobi and more');
    await view.user.click(await submitButton());
    expect(await screen.findByText('Expense submitted successfully!')).toBeVisible();
    expect(revisions).toEqual(['7', '8']);
  });

  test('can be replaced by the newer version', async () => {
    const view = edit(dinner, conflict().handlers);
    await view.user.type(await field('Justification'), ' and more');
    await view.user.click(await submitButton());
    await view.user.click(await screen.findByRole('button', { name: 'Load the newer version' }));
    await waitFor(async () => expect(await field('Justification')).toHaveValue('Changed elsewhere'));
  });
});
