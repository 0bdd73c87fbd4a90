import { describe, expect, test } from '@jest/globals';
import type { AuditEntryJson } from '@outlay/contracts';
import { paymentReference } from '@outlay/rules';
import { screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import {
  answer,
  answerFile,
  anExpense,
  aUser,
  breakDown,
  expectAccessible,
  refusal,
  refuse,
  renderRoute,
} from '#app/testing';

const AUDIT = 'GET /api/expenses/{id}/audit';
const noTrail = answer(AUDIT, { audit_log: [] });

const hotel = anExpense({
  id: 'e1',
  expense_id: 'EXP-1',
  status: 'approved',
  receipt: 'r.png',
  receipt_joined: [
    { name: 'night one.jpg', content_type: 'image/jpeg', size: 9, sha256: '4b'.repeat(32) },
    { name: 'night two.jpg', content_type: 'image/jpeg', size: 9, sha256: '5c'.repeat(32) },
  ],
  approved_at: '2026-03-07T10:00:00.000Z',
  approved_by_email: 'boss@example.com',
  override_exchange_rate: 0.92,
  exchange_rate: 0.92,
  override_reason: 'Card statement',
});
const taxi = anExpense({
  id: 'e2',
  expense_id: 'EXP-2',
  justification: 'Airport',
  status: 'rejected',
  admin_notes: 'No date on the receipt. '.repeat(10).trim(),
  submitted_at: '2026-03-05T09:00:00.000Z',
});
const draft = anExpense({
  id: 'e3',
  expense_id: 'EXP-3',
  justification: 'Keyboard',
  status: 'draft',
  submitted_at: '2026-03-04T09:00:00.000Z',
});

const entry = (changes: Partial<AuditEntryJson>): AuditEntryJson => ({
  id: 'a1',
  action: 'created',
  field_name: null,
  old_value: null,
  new_value: null,
  change_summary: 'Submitted',
  changed_by_email: 'ada@example.com',
  changed_by_role: 'team_member',
  created_at: '2026-03-06T09:00:00.000Z',
  revision: 0,
  event_type: 'ExpenseSubmitted',
  ...changes,
});

function open(id: string, handlers: HttpHandler[] = [noTrail]) {
  return renderRoute(`/my-expenses?expense=${id}`, {
    as: aUser(),
    handlers: [
      ...handlers,
      answer('GET /api/expenses', [hotel, taxi, draft]),
      answerFile('GET /uploads/{filename}', 'png', 'image/png'),
    ],
  });
}
const sheet = async () => within(await screen.findByRole('dialog', { name: 'Expense details' }));
const fact = async (name: string) => (await sheet()).getByText(name).nextSibling;

describe('expense details', () => {
  test('open from a row with all fields, and close again', async () => {
    const view = renderRoute('/my-expenses', {
      as: aUser(),
      handlers: [
        answer('GET /api/expenses', [hotel]),
        answerFile('GET /uploads/{filename}', 'png', 'image/png'),
        noTrail,
      ],
    });
    await view.user.click(await screen.findByRole('button', { name: 'Two nights in Nairobi' }));
    expect(await fact('Expense ID')).toHaveTextContent('EXP-1');
    expect(view.router.state.location.search).toEqual({ expense: 'EXP-1' });
    expect(await fact('Date')).toHaveTextContent('5 Mar 2026');
    expect(await fact('Category')).toHaveTextContent('Hotel');
    expect(await fact('Status')).toHaveTextContent('Approved');
    expect(await fact('Description')).toHaveTextContent('Two nights in Nairobi');
    expect(await fact('Original Amount')).toHaveTextContent('250.00 USD');
    expect(await fact('Reimbursement Amount')).toHaveTextContent(
      '225.00 EURRate: 0.9200Overridden from 0.9000 (European Central Bank, 5 Mar 2026): Card statement',
    );
    expect((await sheet()).getByText('by boss@example.com')).toBeVisible();
    expect(await (await sheet()).findByRole('img', { name: 'Receipt r.png' })).toBeVisible();
    await view.user.click((await sheet()).getByText('2 originals'));
    expect((await sheet()).getByText('night two.jpg')).toBeVisible();
    expect((await sheet()).queryByRole('link', { name: 'Edit' })).toBeNull();
    await expectAccessible();

    await view.user.click((await sheet()).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(view.router.state.location.search).toEqual({});
  });

  test('of a paid one have the reference of its payment', async () => {
    const payment_id = '0e159c56-8f32-4254-91d0-b15089256700';
    const paid = { ...hotel, status: 'paid' as const, paid_at: '2026-03-08T10:00:00.000Z', payment_id };
    renderRoute('/my-expenses?expense=EXP-1', {
      as: aUser(),
      handlers: [
        answer('GET /api/expenses', [paid]),
        answerFile('GET /uploads/{filename}', 'png', 'image/png'),
        noTrail,
      ],
    });
    expect(await (await sheet()).findByText(paymentReference(payment_id))).toBeVisible();
  });

  test('previous and next follow the filtered list', async () => {
    const view = open('EXP-1');
    expect((await sheet()).getByRole('button', { name: 'Previous expense (k)' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await view.user.click((await sheet()).getByRole('button', { name: 'Next expense (j)' }));
    await waitFor(async () => expect(await fact('Expense ID')).toHaveTextContent('EXP-2'));
    await view.user.click((await sheet()).getByRole('button', { name: 'Next expense (j)' }));
    await waitFor(async () => expect(await fact('Expense ID')).toHaveTextContent('EXP-3'));
    expect((await sheet()).getByRole('button', { name: 'Next expense (j)' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('the owner of a submitted expense withdraws it as it is, which makes it a draft', async () => {
    const submitted = anExpense({ currency: 'ISK', revision: 4, receipt: 'r.png', status: 'submitted' });
    const sent: unknown[] = [];
    const { user } = renderRoute('/my-expenses?expense=EXP-0001', {
      as: aUser(),
      handlers: [
        answer('PUT /api/expenses/{id}', ({ params, body }) => {
          sent.push({ ...params, ...(body as object) });
          return { message: 'Expense updated', expense: { ...submitted, status: 'draft', revision: 5 } };
        }),
        answer('GET /api/expenses', [submitted]),
        answerFile('GET /uploads/{filename}', 'png', 'image/png'),
        noTrail,
      ],
    });
    await user.click((await sheet()).getByRole('button', { name: 'Withdraw' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw expense' }));
    await expectAccessible();
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
    await waitFor(async () => expect(await fact('Status')).toHaveTextContent('Draft'));
    expect(sent).toEqual([
      expect.objectContaining({
        id: submitted.id,
        status: 'draft',
        amount: '250.00',
        currency: 'OTHER',
        currency_other: 'ISK',
        justification: submitted.justification,
        revision: '4',
      }),
    ]);
    expect(sent[0]).not.toHaveProperty('remove_receipt');
    expect((await sheet()).queryByRole('button', { name: 'Withdraw' })).toBeNull();
  });

  test('a withdrawal that comes after a decision says so and shows the decision', async () => {
    let status: 'submitted' | 'approved' = 'submitted';
    const { user } = renderRoute('/my-expenses?expense=EXP-0001', {
      as: aUser(),
      handlers: [
        answer('PUT /api/expenses/{id}', () => {
          status = 'approved';
          return refusal('VERSION_CONFLICT', 'This expense was changed in the meantime.');
        }),
        answer('GET /api/expenses', () => [anExpense({ status })]),
        noTrail,
      ],
    });
    await user.click((await sheet()).getByRole('button', { name: 'Withdraw' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw expense' }));
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
    await waitFor(async () => expect(await fact('Status')).toHaveTextContent('Approved'));
  });

  test('j and k step through the list, but not behind a question', async () => {
    const view = open('EXP-2');
    await sheet();
    await view.user.keyboard('k');
    await waitFor(async () => expect(await fact('Expense ID')).toHaveTextContent('EXP-1'));
    await view.user.keyboard('kj');
    await waitFor(async () => expect(await fact('Expense ID')).toHaveTextContent('EXP-2'));
    await view.user.keyboard('j');
    await waitFor(async () => expect(await fact('Expense ID')).toHaveTextContent('EXP-3'));
    await view.user.click((await sheet()).getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete draft' }));
    await view.user.keyboard('k');
    await view.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await fact('Expense ID')).toHaveTextContent('EXP-3');
    expect(view.router.state.location.search).toEqual({ expense: 'EXP-3' });
  });

  test('a rejected expense shows the full reason and links to the form', async () => {
    open('EXP-2');
    expect((await sheet()).getByText('Rejection Reason')).toBeVisible();
    expect((await sheet()).getByText(taxi.admin_notes ?? '')).toBeVisible();
    expect((await sheet()).getByText('No receipt uploaded.')).toBeVisible();
    const fix = (await sheet()).getByRole('link', { name: 'Fix and resubmit' });
    expect(fix).toHaveAttribute('href', '/submit-expense?edit=EXP-2');
    const copy = (await sheet()).getByRole('link', { name: 'Copy as new' });
    expect(copy).toHaveAttribute('href', '/submit-expense?copy=EXP-2');
  });

  const asked = {
    text: 'Who was there?',
    asked_by_email: 'boss@example.com',
    asked_at: '2026-03-07T10:00:00.000Z',
    answer: null,
    answered_at: null,
  };
  const dinner = anExpense({ id: 'e5', expense_id: 'EXP-5', revision: 2, question: asked });

  test('a question shows in the list, and its answer is sent with the revision that was shown', async () => {
    let stored = dinner;
    const bodies: unknown[] = [];
    const view = open('', [
      answer('GET /api/expenses', () => [stored]),
      noTrail,
      answer('PUT /api/expenses/{id}/answer', ({ body }) => {
        bodies.push(body);
        stored = {
          ...dinner,
          revision: 3,
          question: { ...asked, answer: 'Two clients', answered_at: '2026-03-08T10:00:00.000Z' },
        };
        return { message: 'ok', expense: stored };
      }),
    ]);
    expect(await screen.findByText(/A question from .*boss@example.com/)).toBeVisible();
    await view.user.click(screen.getByRole('button', { name: 'Two nights in Nairobi' }));
    expect(await (await sheet()).findByText('Who was there?')).toBeVisible();
    const send = (await sheet()).getByRole('button', { name: 'Send answer' });
    expect(send).toBeDisabled();
    await view.user.type((await sheet()).getByLabelText('Your answer'), 'Two clients ');
    await expectAccessible();
    await view.user.click(send);
    expect(await (await sheet()).findByText('Two clients')).toBeVisible();
    expect(bodies).toEqual([{ revision: 2, head: dinner.head, answer: 'Two clients' }]);
    expect((await sheet()).queryByLabelText('Your answer')).toBeNull();
  });

  test('an answer that is refused stays written', async () => {
    const message = 'This expense was changed in the meantime. Please look at it again.';
    const view = open('EXP-5', [
      answer('GET /api/expenses', [dinner]),
      noTrail,
      refuse('PUT /api/expenses/{id}/answer', 'VERSION_CONFLICT', message),
    ]);
    await view.user.type(await (await sheet()).findByLabelText('Your answer'), 'Two clients');
    await view.user.click((await sheet()).getByRole('button', { name: 'Send answer' }));
    expect(await (await sheet()).findByText(message)).toBeVisible();
    expect((await sheet()).getByLabelText('Your answer')).toHaveValue('Two clients');
  });

  test('a draft can be deleted', async () => {
    const view = open('EXP-3', [noTrail, answer('DELETE /api/expenses/{id}', { message: 'Draft deleted' })]);
    await view.user.click((await sheet()).getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete draft' }));
    await view.user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Expense details' })).toBeNull());
    expect(view.router.state.location.search).toEqual({});
  });

  test('an expense that is not in the list shows a message', async () => {
    open('EXP-404');
    expect((await sheet()).getByText(/not in your list/)).toBeVisible();
  });
});

describe('the audit trail', () => {
  test('lists its entries, latest first, and marks admins', async () => {
    const audit_log = [
      entry({}),
      entry({
        id: 'a2',
        field_name: 'vat_amount',
        change_summary: 'vat_amount changed from 1 to 2',
        changed_by_role: 'partner',
        changed_by_email: 'pat@example.com',
      }),
      entry({ id: 'a3', change_summary: 'Rejected: no date', changed_by_role: 'super_admin' }),
    ];
    open('EXP-2', [answer(AUDIT, { audit_log })]);
    expect(await (await sheet()).findByText('3 entries')).toBeVisible();
    const items = within((await sheet()).getByRole('region', { name: 'Audit trail' })).getAllByRole('listitem');
    expect(items.map((item) => item.textContent?.slice(0, 24))).toEqual([
      expect.stringMatching(/^Rejected: no dateAdmin/),
      expect.stringMatching(/^Vat amount changed from/),
      expect.stringMatching(/^SubmittedUserada@/),
    ]);
    await expectAccessible();
  });

  test('shows a message if it is empty', async () => {
    open('EXP-2');
    expect(await (await sheet()).findByText('No audit trail available')).toBeVisible();
  });

  test.each([
    ['the server’s message', refuse(AUDIT, 'FORBIDDEN', 'Not your expense.'), 'Not your expense.'],
    ['a general message', breakDown(AUDIT, 500), 'Failed to load audit trail'],
  ])('shows %s if it fails to load', async (_, handler, message) => {
    open('EXP-2', [handler]);
    expect(await (await sheet()).findByText(message)).toBeVisible();
  });
});
