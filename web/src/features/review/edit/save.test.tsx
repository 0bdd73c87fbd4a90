import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  anExpense,
  answer,
  breakDown,
  expectAccessible,
  findInPlace,
  findToast,
  hang,
  refusal,
  refuse,
} from '#app/testing';
import { http, HttpResponse } from 'msw';
import { withoutHead } from '../testing';
import { AMEND, claim, edited, openDialog, write, saveButton, save } from './testing';

describe('a failed save', () => {
  test.each([
    ['with words', refuse(AMEND, 'SERVICE_UNAVAILABLE', 'A part is down.'), 'A part is down.'],
    ['without words', breakDown(AMEND, 500), 'Failed to save changes'],
  ])('%s appears in a toast and in the dialog, and the input is kept', async (_, handler, message) => {
    const view = edited({}, { handlers: [handler] });
    const dialog = await openDialog(view);
    await write(view, dialog, 'Justification', 'Kept');
    await save(view, dialog);
    expect(await findToast(message)).toBeVisible();
    expect(await findInPlace(message)).toBeVisible();
    expect(dialog.getByLabelText('Justification')).toHaveValue('Kept');
    expect(saveButton(dialog)).toBeEnabled();
  });

  test('after an expired session keeps the input until the user logs in', async () => {
    const view = edited({}, { handlers: [refuse(AMEND, 'UNAUTHENTICATED', 'Please log in.')] });
    const dialog = await openDialog(view);
    await write(view, dialog, 'Justification', 'Kept');
    await save(view, dialog);
    expect(await findInPlace('Please log in.')).toBeVisible();
    expect(dialog.getByLabelText('Justification')).toHaveValue('Kept');
    await view.user.click(dialog.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  test('on a conflict offers the newer state and keeps the edits', async () => {
    const bodies: unknown[] = [];
    const view = edited(
      {},
      {
        handlers: [
          answer(AMEND, ({ body }) => {
            bodies.push(withoutHead(body));
            if (bodies.length === 1) return refusal('VERSION_CONFLICT', 'Changed in the meantime.');
            return { message: 'ok', expense: claim };
          }),
        ],
      },
    );
    const dialog = await openDialog(view);
    await write(view, dialog, 'Justification', 'Mine');
    view.expenses[0] = { ...claim, revision: 6, type: 'Other', justification: 'Theirs' };
    await save(view, dialog);
    expect(await dialog.findByText(/^This expense was changed in the meantime/)).toBeVisible();
    await view.user.click(dialog.getByRole('button', { name: 'Load the new state' }));
    const notice = await dialog.findByText(/^The new state is loaded/);
    expect(notice).toBeVisible();
    expect(document.activeElement).toContainElement(notice);
    expect(dialog.getByLabelText('Category')).toHaveValue('Other');
    expect(dialog.getByLabelText('Justification')).toHaveValue('Mine');
    await expectAccessible();
    await save(view, dialog);
    await waitFor(() => expect(bodies[1]).toEqual({ revision: 6, metadata: { justification: 'Mine' } }));
  });

  test('after a payment in between disables the fields and keeps the edits', async () => {
    const view = edited({}, { handlers: [refuse(AMEND, 'VERSION_CONFLICT', 'Changed in the meantime.')] });
    const dialog = await openDialog(view);
    await write(view, dialog, 'Justification', 'Mine');
    view.expenses[0] = { ...claim, revision: 6, status: 'paid' };
    await save(view, dialog);
    await view.user.click(await dialog.findByRole('button', { name: 'Load the new state' }));
    expect(await dialog.findByText('Paid expenses cannot be edited')).toBeVisible();
    expect(dialog.getByLabelText('Justification')).toHaveValue('Mine');
    expect(dialog.getByLabelText('Justification')).toBeDisabled();
    expect(saveButton(dialog)).toBeDisabled();
  });

  test('repeated presses send one request', async () => {
    const view = edited({}, { handlers: [hang(AMEND)] });
    const dialog = await openDialog(view);
    await write(view, dialog, 'Justification', 'Once');
    await save(view, dialog);
    expect(saveButton(dialog)).toBeDisabled();
  });
});

describe('a save that makes an approved expense like another', () => {
  const duplicate = anExpense({ id: 'other', expense_id: 'EXP-0009', status: 'paid', amount: 80 });
  const QUESTION = { name: 'Potential Duplicate Detected' };

  async function savedAsDuplicate() {
    const bodies: unknown[] = [];
    const handler = answer(AMEND, ({ body }) => {
      bodies.push(withoutHead(body));
      return bodies.length === 1
        ? refusal('POSSIBLE_DUPLICATE', 'Potential duplicate detected', { duplicates: ['EXP-0009'] })
        : { message: 'ok', expense: { ...claim, revision: 6, amount: 80 } };
    });
    const view = edited({ status: 'approved' }, { handlers: [handler] });
    view.expenses.push(duplicate);
    const dialog = await openDialog(view);
    await write(view, dialog, 'Amount', '80');
    await save(view, dialog);
    const question = within(await screen.findByRole('dialog', QUESTION));
    return { view, dialog, bodies, question };
  }

  test('asks as approving does, and saves anyway', async () => {
    const { view, bodies, question } = await savedAsDuplicate();
    expect(question.queryByRole('row', { name: /EXP-0001/ })).toBeNull();
    expect(question.getByRole('row', { name: /80\.00 USD Paid EXP-0009/ })).toBeVisible();
    await expectAccessible();
    await view.user.click(question.getByRole('button', { name: 'Approve Anyway' }));
    expect(await findToast('Expense updated successfully!')).toBeVisible();
    expect(bodies).toEqual([
      { revision: 4, original: { amount: 80 } },
      { revision: 4, original: { amount: 80 }, approve_anyway: true },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Expense' })).toBeNull());
  });

  test('says so if the other expenses cannot be loaded', async () => {
    const others = http.get('*/api/admin/expenses-with-users', ({ request }) =>
      new URL(request.url).searchParams.has('id')
        ? HttpResponse.json({ code: 'INTERNAL', message: 'A part is down.' }, { status: 500 })
        : undefined,
    );
    const refused = refusal('POSSIBLE_DUPLICATE', 'Potential duplicate detected', { duplicates: ['EXP-0009'] });
    const view = edited({ status: 'approved' }, { handlers: [others, answer(AMEND, () => refused)] });
    const dialog = await openDialog(view);
    await write(view, dialog, 'Amount', '80');
    await save(view, dialog);
    expect(await findInPlace('A part is down.')).toBeVisible();
    expect(dialog.getByLabelText('Amount')).toHaveValue('80');
  });

  test('can be cancelled, and the input is kept', async () => {
    const { view, dialog, bodies, question } = await savedAsDuplicate();
    await view.user.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', QUESTION)).toBeNull());
    expect(dialog.getByLabelText('Amount')).toHaveValue('80');
    expect(saveButton(dialog)).toBeEnabled();
    expect(bodies).toHaveLength(1);
  });
});
