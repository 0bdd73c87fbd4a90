import { describe, expect, test } from '@jest/globals';
import type { ExpenseJson } from '@outlay/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  answer,
  answerFile,
  anExpense,
  breakDown,
  expectAccessible,
  findInPlace,
  findToast,
  hold,
  refusal,
  refuse,
} from '#app/testing';
import { renderPanel, SLOW, type Panel } from '#panel/testing';

const APPROVE = 'PUT /api/admin/expenses/{id}/approve';
const REJECT = 'PUT /api/admin/expenses/{id}/reject';
const REVERT = 'PUT /api/admin/expenses/{id}/unapprove';
const DUPLICATES = 'GET /api/admin/expenses/{id}/duplicates';
const OPEN = '/admin?expense=EXP-0001';

const claim = anExpense({ revision: 4 });
const second = anExpense({ id: 'expense-2', expense_id: 'EXP-0002', created_at: '2026-03-05T09:00:00.000Z' });
const paidTwin = anExpense({ id: 'twin', expense_id: 'EXP-0009', status: 'paid', justification: 'The same stay' });

/** A server that keeps one expense and records what is decided on it. */
function reviewed(options: { expense?: ExpenseJson; others?: ExpenseJson[]; path?: string } & Panel = {}) {
  const { expense = claim, others = [], path = OPEN, handlers = [], ...panel } = options;
  const bodies: unknown[] = [];
  const expenses = [expense, ...others];
  const decide = (status: ExpenseJson['status']) => (call: { body: unknown; params: Record<string, unknown> }) => {
    bodies.push(call.body);
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
      answer(APPROVE, decide('approved')),
      answer(REJECT, decide('rejected')),
      answer(REVERT, decide('submitted')),
    ],
  });
  return { ...view, bodies, expenses };
}

const sheet = async (name = 'EXP-0001') => within(await screen.findByRole('dialog', { name }, SLOW));
/** A button that decides, once it is sure that it is what one has seen. */
async function ready(name: string, expense?: string) {
  const button = await (await sheet(expense)).findByRole('button', { name });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
  return button;
}
const press = async (view: ReturnType<typeof reviewed>, name: string) => view.user.click(await ready(name));

describe('approving', () => {
  test('without duplicates happens at once, on the revision that was seen', async () => {
    const view = reviewed();
    await press(view, 'Approve');
    expect(await screen.findByText('Expense approved successfully!')).toBeVisible();
    expect(view.bodies).toEqual([{ revision: 4 }]);
    expect(await (await sheet()).findByText('Approved')).toBeVisible();
    expect((await sheet()).queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  test('with duplicates asks first, and Cancel leaves everything as it was', async () => {
    const view = reviewed({ handlers: [answer(DUPLICATES, { duplicates: [paidTwin] })] });
    await press(view, 'Approve');
    const warning = within(await screen.findByRole('dialog', { name: 'Potential Duplicate Detected' }));
    expect(warning.getByRole('cell', { name: 'EXP-0009' })).toBeVisible();
    expect(warning.getByRole('article', { name: 'This claim EXP-0001' })).toBeVisible();
    expect(warning.getByRole('article', { name: 'Possible duplicate EXP-0009' })).toBeVisible();
    await expectAccessible();
    await view.user.click(warning.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Potential Duplicate Detected' })).toBeNull());
    expect(view.bodies).toEqual([]);
  });

  test('anyway tells the server that the duplicates were seen', async () => {
    const view = reviewed({ handlers: [answer(DUPLICATES, { duplicates: [paidTwin] })] });
    await press(view, 'Approve');
    await view.user.click(await screen.findByRole('button', { name: 'Approve Anyway' }));
    expect(await screen.findByText('Expense approved successfully!')).toBeVisible();
    expect(view.bodies).toEqual([{ revision: 4, approve_anyway: true }]);
  });

  test('where a twin is approved after the check, the question comes after all', async () => {
    let twins: ExpenseJson[] = [];
    const view = reviewed({
      handlers: [
        answer(DUPLICATES, () => ({ duplicates: twins })),
        answer(APPROVE, () => {
          twins = [paidTwin];
          return refusal('POSSIBLE_DUPLICATE', 'Potential duplicate detected');
        }),
      ],
    });
    await press(view, 'Approve');
    expect(await screen.findByRole('dialog', { name: 'Potential Duplicate Detected' })).toBeVisible();
  });

  test('is not done where duplicates cannot be checked', async () => {
    const view = reviewed({ handlers: [breakDown(DUPLICATES, 500)] });
    await press(view, 'Approve');
    const message = 'Failed to check for duplicates. Please try again.';
    expect(await findToast(message)).toBeVisible();
    expect(await findInPlace(message)).toBeVisible();
    expect(view.bodies).toEqual([]);
  });

  test('of what was changed meanwhile is refused, said, and the list loaded again', async () => {
    const view = reviewed({
      handlers: [answer(APPROVE, () => refusal('VERSION_CONFLICT', 'This expense was changed in the meantime.'))],
    });
    await sheet();
    view.expenses[0] = { ...claim, revision: 5, justification: 'Three nights after all' };
    await press(view, 'Approve');
    expect(await findToast('This expense was changed in the meantime. Please look at it again.')).toBeVisible();
    expect(await (await sheet()).findByText('Three nights after all')).toBeVisible();
  });

  test("that fails says so in a toast, and the server's reason in its place", async () => {
    const view = reviewed({ handlers: [refuse(APPROVE, 'OWN_EXPENSE', 'You cannot approve an expense of your own.')] });
    await press(view, 'Approve');
    expect(await findToast('Failed to approve expense')).toBeVisible();
    expect((await sheet()).getByText('You cannot approve an expense of your own.')).toBeVisible();
  });

  describe('of what has no duplicates shows the next at once', () => {
    const third = anExpense({ id: 'expense-3', expense_id: 'EXP-0003', created_at: '2026-03-04T09:00:00.000Z' });
    /** Approves the first and holds back the answer until `release`. */
    async function leaveFirst(
      answered: () => Response | ReturnType<typeof approvedAs>,
      handlers: Panel['handlers'] = [],
    ) {
      const { held, release } = hold();
      const view = reviewed({
        others: [second, third],
        handlers: [
          ...handlers,
          answer(APPROVE, async ({ params }) => {
            if (params.id === claim.id) await held;
            return params.id === claim.id ? answered() : approvedAs(second);
          }),
        ],
      });
      await (await sheet()).findByText('0 potential dupes');
      await press(view, 'Approve');
      await sheet('EXP-0002');
      return { view, release };
    }
    const approvedAs = (expense: ExpenseJson) => ({
      message: 'ok',
      expense: { ...expense, status: 'approved' as const },
    });

    test('which can be approved before the answer is there, and stays what is looked at', async () => {
      const { view, release } = await leaveFirst(() => approvedAs(claim));
      await view.user.click(await ready('Approve', 'EXP-0002'));
      expect(await findToast('Expense approved successfully!')).toBeVisible();
      await sheet('EXP-0003');
      release();
      await waitFor(() => expect(screen.getAllByText('Expense approved successfully!')).toHaveLength(2));
      expect(view.router.state.location.search).toEqual({ expense: 'EXP-0003' });
    });

    test('and comes back to it where it is refused', async () => {
      const { release } = await leaveFirst(() =>
        refusal('VERSION_CONFLICT', 'This expense was changed in the meantime.'),
      );
      release();
      expect(await findToast('This expense was changed in the meantime. Please look at it again.')).toBeVisible();
      expect(await (await sheet('EXP-0001')).findByText(/was changed in the meantime/)).toBeVisible();
    });

    test('and comes back to ask where a twin was approved since', async () => {
      let twins: ExpenseJson[] = [];
      const { view, release } = await leaveFirst(() => {
        twins = [paidTwin];
        return refusal('POSSIBLE_DUPLICATE', 'Potential duplicate detected');
      }, [answer(DUPLICATES, () => ({ duplicates: twins }))]);
      release();
      const warning = within(await screen.findByRole('dialog', { name: 'Potential Duplicate Detected' }));
      expect(warning.getByRole('article', { name: 'This claim EXP-0001' })).toBeVisible();
      expect(view.router.state.location.search).toEqual({ expense: 'EXP-0001' });
    });

    test('and is said only, where one has gone elsewhere by then', async () => {
      const { view, release } = await leaveFirst(() =>
        refusal('OWN_EXPENSE', 'You cannot approve an expense of your own.'),
      );
      await act(() => view.router.navigate({ to: '/admin', search: { tab: 'users' } }));
      release();
      expect(await findToast('Failed to approve expense')).toBeVisible();
      expect(view.router.state.location.search).toEqual({ tab: 'users' });
    });

    test('and leaves alone what is typed there, whatever became of the first', async () => {
      const { view, release } = await leaveFirst(() =>
        refusal('OWN_EXPENSE', 'You cannot approve an expense of your own.'),
      );
      await view.user.keyboard('r');
      fireEvent.change(await screen.findByLabelText('Rejection Reason'), { target: { value: 'Late' } });
      release();
      expect(await findToast('Failed to approve expense')).toBeVisible();
      expect(screen.getByLabelText('Rejection Reason')).toHaveValue('Late');
      expect(view.router.state.location.search).toEqual({ expense: 'EXP-0002' });
    });
  });

  test('moves on to the next that waits, and stays where none does', async () => {
    const view = reviewed({ others: [second] });
    await press(view, 'Approve');
    const next = await sheet('EXP-0002');
    await view.user.click(await ready('Approve', 'EXP-0002'));
    expect(await next.findByText('Approved')).toBeVisible();
    expect(view.router.state.location.search).toEqual({ expense: 'EXP-0002' });
  });

  test('leaves alone what one looks at by the time of the answer', async () => {
    const { held, release } = hold();
    const third = anExpense({ id: 'expense-3', expense_id: 'EXP-0003', created_at: '2026-03-04T09:00:00.000Z' });
    const checked = answer(DUPLICATES, async ({ params }) => {
      if (params.id === claim.id) await held;
      return { duplicates: [] };
    });
    const view = reviewed({ others: [second, third], handlers: [checked] });
    await press(view, 'Approve');
    await view.user.keyboard('j');
    await sheet('EXP-0002');
    await view.user.keyboard('j');
    await sheet('EXP-0003');
    release();
    expect(await findToast('Expense approved successfully!')).toBeVisible();
    expect(view.router.state.location.search).toEqual({ expense: 'EXP-0003' });
  });

  describe('by a double click, or a key held down, approves one', () => {
    const pressTwice: Record<string, (view: ReturnType<typeof reviewed>) => Promise<void>> = {
      'the button': async (view) => view.user.dblClick(await ready('Approve')),
      'the button, with the next there in between': async (view) => {
        await view.user.click(await ready('Approve'));
        const next = await sheet('EXP-0002');
        await view.user.click(next.getByRole('button', { name: 'Approve' }));
      },
      'the key': async (view) => {
        await ready('Approve');
        await view.user.keyboard('a');
        await sheet('EXP-0002');
        await view.user.keyboard('a');
      },
    };
    test.each(Object.keys(pressTwice))('with %s', async (name) => {
      const view = reviewed({ others: [second] });
      await (await sheet()).findByText('0 potential dupes');
      await pressTwice[name]?.(view);
      expect(await findToast('Expense approved successfully!')).toBeVisible();
      await ready('Approve', 'EXP-0002');
      expect(view.bodies).toHaveLength(1);
    });

    test('where nothing follows, and does not take it back', async () => {
      const view = reviewed();
      await press(view, 'Approve');
      const revert = await (await sheet()).findByRole('button', { name: 'Mark as Submitted' });
      await view.user.click(revert);
      await ready('Mark as Submitted');
      expect(view.bodies).toEqual([{ revision: 4 }]);
      await view.user.click(revert);
      expect(await findToast('Expense reverted to submitted successfully!')).toBeVisible();
    });

    test('in a list', async () => {
      const view = reviewed({ path: '/admin' });
      await view.user.click(await screen.findByRole('button', { name: 'Approve EXP-0001' }));
      expect(await findToast('Expense approved successfully!')).toBeVisible();
      const revert = await screen.findByRole('button', { name: 'Revert EXP-0001 to submitted' });
      fireEvent.click(revert, { detail: 2 });
      fireEvent.click(revert, { detail: 1 });
      expect(await findToast('Expense reverted to submitted successfully!')).toBeVisible();
      expect(view.bodies).toHaveLength(2);
    });
  });

  test('can be taken back from what says that it was done, which the history names', async () => {
    const view = reviewed({ others: [second] });
    await press(view, 'Approve');
    await sheet('EXP-0002');
    await view.user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await findToast('Expense reverted to submitted successfully!')).toBeVisible();
    expect(view.bodies).toEqual([{ revision: 4 }, { revision: 5, admin_notes: 'Approval undone' }]);
    expect(await (await sheet('EXP-0001')).findByText('Submitted', { selector: 'span' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('that cannot be taken back says so, at the expense', async () => {
    const view = reviewed({ others: [second], handlers: [refuse(REVERT, 'CONFLICT', 'It is paid already.')] });
    await press(view, 'Approve');
    await sheet('EXP-0002');
    await view.user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await findToast('Failed to revert expense')).toBeVisible();
    expect(await (await sheet('EXP-0001')).findByText('It is paid already.')).toBeVisible();
  });

  test('taken back while the next is being rejected leaves what is typed there', async () => {
    const view = reviewed({ others: [second] });
    await press(view, 'Approve');
    await sheet('EXP-0002');
    const undo = await screen.findByRole('button', { name: 'Undo' });
    // Under the pointer it stays.
    await view.user.hover(undo);
    await view.user.keyboard('r');
    fireEvent.change(await screen.findByLabelText('Rejection Reason'), { target: { value: 'Late' } });
    fireEvent.click(undo);
    expect(await findToast('Expense reverted to submitted successfully!')).toBeVisible();
    expect(screen.getByLabelText('Rejection Reason')).toHaveValue('Late');
  });

  test('can be done from the list', async () => {
    const view = reviewed({ path: '/admin' });
    await view.user.click(await screen.findByRole('button', { name: 'Approve EXP-0001' }));
    expect(await screen.findByText('Expense approved successfully!')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Revert EXP-0001 to submitted' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'EXP-0001' })).toBeNull();
  });
});

describe('rejecting', () => {
  test('needs a reason that is not blank', async () => {
    const view = reviewed();
    await press(view, 'Reject');
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject Expense' }));
    expect(dialog.getByText('The user will see this message.')).toBeVisible();
    const send = dialog.getByRole('button', { name: 'Reject' });
    expect(send).toBeDisabled();
    await view.user.type(dialog.getByLabelText('Rejection Reason'), '   ');
    expect(send).toBeDisabled();
    await expectAccessible();
    await view.user.type(dialog.getByLabelText('Rejection Reason'), ' Wrong receipt ');
    await view.user.click(send);
    expect(await screen.findByText('Expense rejected successfully!')).toBeVisible();
    expect(view.bodies).toEqual([{ revision: 4, admin_notes: 'Wrong receipt' }]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Reject Expense' })).toBeNull());
  });

  test('can be sent from the field with Ctrl+Enter, which without a reason asks for one', async () => {
    const view = reviewed();
    await press(view, 'Reject');
    const field = await screen.findByLabelText('Rejection Reason');
    await view.user.type(field, ' {Control>}{Enter}{/Control}');
    expect(await findToast('Please provide a reason for rejection')).toBeVisible();
    expect(view.bodies).toEqual([]);
    await view.user.type(field, 'No date{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Expense rejected successfully!')).toBeVisible();
    expect(view.bodies).toEqual([{ revision: 4, admin_notes: 'No date' }]);
  });

  test('that fails says so', async () => {
    const view = reviewed({ handlers: [breakDown(REJECT, 500)] });
    await press(view, 'Reject');
    await view.user.type(await screen.findByLabelText('Rejection Reason'), 'No');
    const dialog = screen.getByRole('dialog', { name: 'Reject Expense' });
    await view.user.click(within(dialog).getByRole('button', { name: 'Reject' }));
    expect(await findToast('Failed to reject expense')).toBeVisible();
    expect(await findInPlace('Failed to reject expense')).toBeVisible();
  });
});

describe('the reason of a rejection', () => {
  const REASONS = 'rejection-reasons boss';
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Reject Expense' }));

  test('stays on screen where the server refuses it, to be sent again', async () => {
    const view = reviewed({ handlers: [refuse(REJECT, 'SERVICE_UNAVAILABLE', 'A part is down.')] });
    await press(view, 'Reject');
    await view.user.type(await screen.findByLabelText('Rejection Reason'), 'Late');
    await view.user.click((await dialog()).getByRole('button', { name: 'Reject' }));
    expect(await (await dialog()).findByText('A part is down.')).toBeVisible();
    expect(screen.getByLabelText('Rejection Reason')).toHaveValue('Late');
    expect(localStorage.getItem(REASONS)).toBeNull();
  });

  test('is there again where the expense had changed, or the question was put off', async () => {
    const view = reviewed({ handlers: [refuse(REJECT, 'VERSION_CONFLICT', 'Changed.')] });
    await press(view, 'Reject');
    await view.user.type(await screen.findByLabelText('Rejection Reason'), 'Late');
    await view.user.click((await dialog()).getByRole('button', { name: 'Reject' }));
    expect(await findToast('This expense was changed in the meantime. Please look at it again.')).toBeVisible();
    await press(view, 'Reject');
    expect(await screen.findByLabelText('Rejection Reason')).toHaveValue('Late');
    await view.user.type(screen.getByLabelText('Rejection Reason'), 'r');
    await view.user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    await press(view, 'Reject');
    expect(await screen.findByLabelText('Rejection Reason')).toHaveValue('Later');
  });

  test('can be one of the last five, each kept once and for its reviewer alone', async () => {
    localStorage.setItem(REASONS, JSON.stringify(['Late', 'Blurred', 'Private', 'Twice', 'Too much']));
    localStorage.setItem('rejection-reasons somebody', JSON.stringify(['Not mine']));
    const view = reviewed();
    await press(view, 'Reject');
    const recent = within((await dialog()).getByRole('group', { name: 'Recent reasons' }));
    expect(recent.getAllByRole('button').map((chip) => chip.textContent)).toEqual([
      'Late',
      'Blurred',
      'Private',
      'Twice',
      'Too much',
    ]);
    await expectAccessible();
    await view.user.click(recent.getByRole('button', { name: 'Late' }));
    await view.user.click(recent.getByRole('button', { name: 'Twice' }));
    expect(screen.getByLabelText('Rejection Reason')).toHaveValue('Twice');
    expect(screen.getByLabelText('Rejection Reason')).toHaveFocus();
    await view.user.type(screen.getByLabelText('Rejection Reason'), '!');
    await view.user.click(recent.getByRole('button', { name: 'Late' }));
    await view.user.click((await dialog()).getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(view.bodies).toEqual([{ revision: 4, admin_notes: 'Twice!\nLate' }]));
    await waitFor(() =>
      expect(JSON.parse(localStorage.getItem(REASONS) ?? '')).toEqual([
        'Twice!\nLate',
        'Late',
        'Blurred',
        'Private',
        'Twice',
      ]),
    );
  });

  test.each([['no JSON'], ['{"a":1}'], ['[1,null]']])('reads a storage of %s as none', async (stored) => {
    localStorage.setItem(REASONS, stored);
    const view = reviewed();
    await press(view, 'Reject');
    expect((await dialog()).queryByRole('group', { name: 'Recent reasons' })).toBeNull();
  });
});

describe('reverting', () => {
  test('takes an approval back', async () => {
    const view = reviewed({ expense: { ...claim, status: 'approved' } });
    await press(view, 'Mark as Submitted');
    expect(await screen.findByText('Expense reverted to submitted successfully!')).toBeVisible();
    expect(view.bodies).toEqual([{ revision: 4 }]);
    expect(await (await sheet()).findByText('Submitted', { selector: 'span' })).toBeVisible();
  });

  test('that fails says so', async () => {
    const view = reviewed({ expense: { ...claim, status: 'rejected' }, handlers: [breakDown(REVERT, 500)] });
    await press(view, 'Mark as Submitted');
    expect(await findToast('Failed to revert expense')).toBeVisible();
    expect(await findInPlace('Failed to revert expense')).toBeVisible();
  });
});

describe('quick actions', () => {
  test.each([
    ['draft', ['Mark as Submitted', 'Reject', 'Approve']],
    ['submitted', ['Reject', 'Approve']],
    ['approved', ['Mark as Submitted', 'Reject']],
    ['rejected', ['Mark as Submitted', 'Approve']],
    ['paid', []],
  ] as const)('of a %s expense are %j', async (status, actions) => {
    reviewed({ expense: { ...claim, status } });
    const { findByText, queryAllByRole } = await sheet();
    await findByText('0 potential dupes');
    const names = queryAllByRole('button', { name: /^(Mark as Submitted|Reject|Approve)$/ });
    expect(names.map((button) => button.textContent)).toEqual(actions);
  });
});

describe('the detail of an expense', () => {
  test('shows its figures, its override, its duplicates, its history and its receipt', async () => {
    reviewed({
      expense: {
        ...claim,
        status: 'approved',
        amount: 100,
        currency: 'EUR',
        vat_amount: 19,
        classification: null,
        exchange_rate: 1.122,
        fetched_exchange_rate: 1.1,
        override_exchange_rate: 1.122,
        override_reason: 'Card statement',
        reimbursement_amount: 112.2,
        reimbursement_currency: 'USD',
        approved_by_email: 'boss@example.com',
        approved_at: '2026-03-07T09:00:00.000Z',
        receipt: 'stored.png',
        receipt_name: 'hotel.png',
      },
      handlers: [
        answer(DUPLICATES, { duplicates: [paidTwin] }),
        answerFile('GET /uploads/{filename}', 'png', 'image/png'),
        answer('GET /api/admin/expenses/{id}/audit', {
          history: [
            {
              id: 'entry-1',
              action: 'created',
              field_name: null,
              old_value: null,
              new_value: '{}',
              change_summary: 'Expense submitted',
              changed_by_email: 'ada@example.com',
              changed_by_role: 'team_member',
              created_at: '2026-03-06T09:00:00.000Z',
              revision: 0,
              event_type: 'ExpenseSubmitted',
            },
          ],
        }),
      ],
    });
    const detail = await sheet();
    const fact = (label: string) => detail.getByText(label).nextSibling;
    expect(fact('Amount')).toHaveTextContent('100.00 EUR');
    expect(fact('Reimbursed amount')).toHaveTextContent('112.20 USD');
    expect(fact('VAT')).toHaveTextContent('19.00 EUR (19.00% of the total in EUR)');
    expect(fact('Exchange rate')).toHaveTextContent('1.1220 EUR/USD');
    expect(fact('Classification')).toHaveTextContent('Not provided');
    expect(fact('Approved by')).toHaveTextContent('boss@example.com');
    expect(detail.getByText('OVERRIDDEN')).toBeVisible();
    expect(detail.getByText(/Original fetched rate/)).toHaveTextContent('1.1000 (+2.00%)');
    expect(detail.getByText('Card statement')).toBeVisible();
    expect(await detail.findByText('1 potential dupes')).toBeVisible();
    expect(detail.getByText('The same stay')).toBeVisible();
    expect(await detail.findByText('Expense submitted')).toBeVisible();
    expect(await detail.findByRole('img', { name: 'Receipt hotel.png' })).toBeVisible();
    expect(detail.getByRole('button', { name: 'Open in new tab' })).toBeEnabled();
    expect(detail.getByRole('button', { name: 'Download' })).toBeEnabled();
    await expectAccessible();
  });

  test.each([
    ['the server says why', refuse(DUPLICATES, 'SERVICE_UNAVAILABLE', 'A part is down.'), 'A part is down.'],
    ['the server says nothing', breakDown(DUPLICATES, 500), 'Failed to load duplicates'],
  ])('where duplicates cannot be loaded and %s, tells it', async (_, handler, message) => {
    reviewed({ handlers: [handler] });
    expect(await (await sheet()).findByText(message, {}, { timeout: 3000 })).toBeVisible();
  });

  test('a receipt of a duplicate opens above, and closing it leaves the detail open', async () => {
    const view = reviewed({
      handlers: [
        answer(DUPLICATES, { duplicates: [{ ...paidTwin, receipt: 'twin.png' }] }),
        answerFile('GET /uploads/{filename}', 'png', 'image/png'),
      ],
    });
    await view.user.click(await screen.findByRole('button', { name: 'View the receipt of EXP-0009' }));
    const receipt = await screen.findByRole('dialog', { name: 'Receipt' });
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(receipt).not.toBeInTheDocument());
    expect(await sheet()).toBeTruthy();
  });
});

describe('the keyboard', () => {
  test('goes through the list with j and k, approves with a, reverts with u', async () => {
    const view = reviewed({ path: '/admin', others: [{ ...second, status: 'rejected' }] });
    await screen.findByRole('button', { name: 'EXP-0001' });
    await view.user.keyboard('j');
    await sheet('EXP-0001');
    await view.user.keyboard('j');
    await sheet('EXP-0002');
    await view.user.keyboard('u');
    expect(await screen.findByText('Expense reverted to submitted successfully!')).toBeVisible();
    await view.user.keyboard('k');
    await sheet('EXP-0001');
    await view.user.keyboard('a');
    expect(await screen.findByText('Expense approved successfully!')).toBeVisible();
  });

  test('opens the receipt with o', async () => {
    const opened: string[] = [];
    const { open } = window;
    window.open = (url) => {
      opened.push(String(url));
      return null;
    };
    const view = reviewed({
      expense: { ...claim, receipt: 'stored.png' },
      handlers: [answerFile('GET /uploads/{filename}', 'png', 'image/png')],
    });
    await sheet();
    await view.user.keyboard('o');
    await waitFor(() => expect(opened).toEqual(['blob:http://localhost/made-by-a-test']));
    window.open = open;
  });

  test('says so where o opens nothing', async () => {
    const view = reviewed({
      expense: { ...claim, receipt: 'stored.png' },
      handlers: [breakDown('GET /uploads/{filename}', 500)],
    });
    await sheet();
    await view.user.keyboard('o');
    expect(await findToast('Unable to load receipt preview.')).toBeVisible();
    expect(await (await sheet()).findByText('Unable to load receipt preview.')).toBeVisible();
  });

  test('decides nothing with Ctrl, Alt or Shift, which mean something to the browser', async () => {
    const view = reviewed();
    await sheet();
    await view.user.keyboard('{Control>}a{/Control}{Alt>}a{/Alt}{Shift>}a{/Shift}');
    expect(view.bodies).toEqual([]);
    await view.user.keyboard('a');
    expect(await screen.findByText('Expense approved successfully!')).toBeVisible();
  });

  test('r asks for the reason, and what is typed there decides nothing', async () => {
    const view = reviewed();
    await sheet();
    await view.user.keyboard('rau');
    await screen.findByRole('dialog', { name: 'Reject Expense' });
    const reason = screen.getByLabelText('Rejection Reason');
    // Where the dialog was there in time, the later keys were typed into it.
    await view.user.clear(reason);
    await view.user.type(reason, 'a rough jar');
    expect(reason).toHaveValue('a rough jar');
    await view.user.keyboard('{Tab}a');
    expect(view.bodies).toEqual([]);
  });
});
