import { describe, expect, test } from '@jest/globals';
import type { ExpenseJson } from '@outlay/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aDuplicate, answer, anExpense, breakDown, expectAccessible, hold, refusal } from '#app/testing';
import { onAPhone, renderPanel, SLOW, type Panel } from '#panel/testing';
import { withoutHead } from '../testing';

const APPROVE = 'PUT /api/admin/expenses/{id}/approve';
const REJECT = 'PUT /api/admin/expenses/{id}/reject';
const DUPLICATES = 'GET /api/admin/expenses/{id}/duplicates';

const numbered = (number: number, changes: Partial<ExpenseJson> = {}) =>
  anExpense({
    id: `expense-${number}`,
    expense_id: `EXP-000${number}`,
    created_at: `2026-03-0${9 - number}T09:00:00.000Z`,
    revision: number,
    ...changes,
  });
const five = [numbered(1), numbered(2), numbered(3, { status: 'paid' }), numbered(4), numbered(5)];
const duplicate = anExpense({ id: 'duplicate', expense_id: 'EXP-0009', status: 'paid' });

function listed({ expenses = [...five], handlers = [], ...panel }: Panel = {}) {
  const approved: unknown[] = [];
  const view = renderPanel('/admin', {
    expenses,
    ...panel,
    handlers: [
      ...handlers,
      answer(APPROVE, ({ params, body }) => {
        approved.push([params.id, withoutHead(body)]);
        const at = expenses.findIndex(({ id }) => id === params.id);
        const expense: ExpenseJson = { ...(expenses[at] ?? numbered(1)), status: 'approved' };
        expenses[at] = expense;
        return { message: 'ok', expense };
      }),
    ],
  });
  return { ...view, approved, expenses };
}
const box = (id: string) => screen.findByRole('checkbox', { name: `Select ${id}` }, SLOW);
const row = async (id: string) => {
  const found = (await screen.findByRole('button', { name: id }, SLOW)).closest('tr');
  if (!found) throw new Error(`${id} stands in no row`);
  return found;
};
const selected = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(({ checked }) => checked)
    .map((each) => each.getAttribute('aria-label'));

async function openDialog(view: ReturnType<typeof listed>, ...ids: string[]) {
  for (const id of ids) await view.user.click(await box(id));
  await view.user.click(await screen.findByRole('button', { name: /^Approve selected/ }, SLOW));
  return within(await screen.findByRole('dialog', { name: 'Approve selected expenses' }, SLOW));
}
type Dialog = Awaited<ReturnType<typeof openDialog>>;
const results = (dialog: Dialog) =>
  within(dialog.getByRole('list', { name: 'Selected expenses' }))
    .getAllByRole('listitem')
    .map((each) => each.lastChild?.textContent);
const start = (view: ReturnType<typeof listed>, dialog: Dialog) =>
  view.user.click(dialog.getByRole('button', { name: /^Approve \d/ }));

describe('selecting expenses', () => {
  test('by Shift-click selects every submitted expense in the range', async () => {
    const view = listed();
    fireEvent.click(await row('EXP-0001'), { shiftKey: true });
    expect(selected()).toEqual(['Select EXP-0001']);
    fireEvent.click(await row('EXP-0004'), { shiftKey: true });
    expect(selected()).toEqual(['Select EXP-0001', 'Select EXP-0002', 'Select EXP-0004']);
    expect(screen.queryByRole('checkbox', { name: 'Select EXP-0003' })).toBeNull();
    expect(await screen.findByText('3 selected')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    await expectAccessible();
    await view.user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(selected()).toEqual([]);
    expect(screen.queryByText(/ selected$/)).toBeNull();
  });

  test('works with the keyboard alone, including ranges', async () => {
    const view = listed();
    (await box('EXP-0002')).focus();
    await view.user.keyboard(' ');
    expect(selected()).toEqual(['Select EXP-0002']);
    fireEvent.click(await box('EXP-0005'), { shiftKey: true });
    expect(selected()).toEqual(['Select EXP-0002', 'Select EXP-0004', 'Select EXP-0005']);
    await view.user.click(await box('EXP-0004'));
    expect(selected()).toEqual(['Select EXP-0002', 'Select EXP-0005']);
  });

  test('covers only expenses that pass the filters', async () => {
    const view = listed();
    await view.user.click(await box('EXP-0001'));
    await view.user.type(screen.getByLabelText('Search'), 'EXP-0002');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'EXP-0001' })).toBeNull());
    await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
  });

  test('works on a phone', async () => {
    onAPhone();
    const view = listed();
    await view.user.click(await box('EXP-0001'));
    expect(await screen.findByText('1 selected')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('of all under a filter includes submitted expenses that were not loaded yet', async () => {
    const many = [...Array(250).keys()].map((number) =>
      anExpense({
        id: `expense-${number}`,
        expense_id: `EXP-${1000 + number}`,
        status: number % 2 === 0 ? 'submitted' : 'paid',
      }),
    );
    const view = listed({ expenses: many });
    // The rows are drawn anew once the code for long lists is there, and a press on a row of before is lost.
    await waitFor(async () => {
      const first = await box('EXP-1000');
      if (!(first as HTMLInputElement).checked) await view.user.click(first);
      expect(await box('EXP-1000')).toBeChecked();
    }, SLOW);
    await view.user.click(await screen.findByRole('button', { name: 'Select all under this filter' }, SLOW));
    const bar = (await screen.findByText('125 selected')).parentElement;
    expect(bar).toHaveTextContent('28,125.00 EUR');
    expect(screen.queryByRole('button', { name: 'Select all under this filter' })).toBeNull();
  });
});

describe('rejecting several', () => {
  test('gives all the same reason, and shows each result', async () => {
    const rejected: unknown[] = [];
    const view = listed({
      handlers: [
        answer(REJECT, ({ params, body }) => {
          rejected.push([params.id, withoutHead(body)]);
          if (params.id === 'expense-2') return refusal('VERSION_CONFLICT', 'Changed.');
          return { message: 'ok', expense: numbered(1, { status: 'rejected' }) };
        }),
      ],
    });
    for (const id of ['EXP-0001', 'EXP-0002']) await view.user.click(await box(id));
    await view.user.click(await screen.findByRole('button', { name: 'Reject selected (2)' }, SLOW));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject selected expenses' }, SLOW));
    const reject = dialog.getByRole('button', { name: 'Reject 2 expenses' });
    expect(reject).toBeDisabled();
    await expectAccessible();
    await view.user.type(dialog.getByLabelText(/^Rejection Reason/), ' Not ours ');
    await view.user.click(reject);
    expect(await dialog.findByText('1 rejected, 1 needs a look')).toBeVisible();
    expect(results(dialog)).toEqual([
      'Rejected',
      'Needs a lookThis expense was changed in the meantime. Please look at it again.',
    ]);
    expect(rejected).toEqual([
      ['expense-1', { revision: 1, admin_notes: 'Not ours' }],
      ['expense-2', { revision: 2, admin_notes: 'Not ours' }],
    ]);
  });
});

describe('approving several', () => {
  test('confirms the expenses and their total, then shows each result', async () => {
    const view = listed();
    const dialog = await openDialog(view, 'EXP-0001', 'EXP-0002');
    expect(dialog.getByText('450.00 EUR')).toBeVisible();
    expect(results(dialog)).toEqual(['Waiting', 'Waiting']);
    await expectAccessible();
    expect(view.approved).toEqual([]);

    await start(view, dialog);
    expect(await dialog.findByText('2 approved')).toBeVisible();
    expect(results(dialog)).toEqual(['Approved', 'Approved']);
    expect(view.approved).toEqual([
      ['expense-1', { revision: 1, receipt_sha256: null }],
      ['expense-2', { revision: 2, receipt_sha256: null }],
    ]);
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('button', { name: 'Revert EXP-0001 to submitted' })).toBeVisible();
    expect(screen.queryByText(/ selected$/)).toBeNull();
  });

  test('leaves a possible duplicate undecided and opens it from the results', async () => {
    const view = listed({
      handlers: [
        answer(DUPLICATES, ({ params }) => ({ duplicates: params.id === 'expense-1' ? [aDuplicate(duplicate)] : [] })),
      ],
    });
    const dialog = await openDialog(view, 'EXP-0001', 'EXP-0002');
    await start(view, dialog);
    expect(await dialog.findByText('1 approved, 1 needs a look')).toBeVisible();
    expect(results(dialog)).toEqual(['Needs a lookPossible duplicate of EXP-0009', 'Approved']);
    expect(view.approved).toEqual([['expense-2', { revision: 2, receipt_sha256: null }]]);
    await expectAccessible();
    await view.user.click(dialog.getByRole('button', { name: 'Look at EXP-0001' }));
    expect(await screen.findByRole('dialog', { name: 'EXP-0001' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Approve selected expenses' })).toBeNull();
  });

  test('detects the second of two duplicates after approving the first', async () => {
    const view = listed({
      handlers: [
        answer(DUPLICATES, ({ params }) => ({
          duplicates: params.id === 'expense-2' && view.approved.length > 0 ? [aDuplicate(numbered(1))] : [],
        })),
      ],
    });
    const dialog = await openDialog(view, 'EXP-0001', 'EXP-0002');
    await start(view, dialog);
    expect(await dialog.findByText('1 approved, 1 needs a look')).toBeVisible();
    expect(results(dialog)).toEqual(['Approved', 'Needs a lookPossible duplicate of EXP-0001']);
  });

  test('continues after a refusal and shows each reason', async () => {
    const refusals: Record<string, Response> = {
      'expense-1': refusal('OWN_EXPENSE', 'You cannot approve an expense of your own.'),
      'expense-2': refusal('VERSION_CONFLICT', 'Changed.'),
      'expense-4': refusal('POSSIBLE_DUPLICATE', 'Potential duplicate detected: EXP-0009'),
    };
    const view = listed({
      handlers: [answer(APPROVE, ({ params }) => refusals[String(params.id)] ?? new Response(null, { status: 500 }))],
    });
    const dialog = await openDialog(view, 'EXP-0001', 'EXP-0002', 'EXP-0004', 'EXP-0005');
    await start(view, dialog);
    expect(await dialog.findByText('0 approved, 2 need a look, 2 not approved')).toBeVisible();
    expect(results(dialog)).toEqual([
      'Not approvedYou cannot approve an expense of your own.',
      'Needs a lookThis expense was changed in the meantime. Please look at it again.',
      'Needs a lookPotential duplicate detected: EXP-0009',
      'Not approvedFailed to approve expense',
    ]);
  });

  test('does not approve an expense if the duplicate check fails', async () => {
    const view = listed({ handlers: [breakDown(DUPLICATES, 500)] });
    const dialog = await openDialog(view, 'EXP-0001');
    await start(view, dialog);
    expect(await dialog.findByText('Failed to check for duplicates. Please try again.')).toBeVisible();
    expect(view.approved).toEqual([]);
  });

  test('can be stopped, and leaves the remaining expenses unchanged', async () => {
    const { held, release } = hold();
    const view = listed({
      handlers: [
        answer(DUPLICATES, async () => {
          await held;
          return { duplicates: [] };
        }),
      ],
    });
    const dialog = await openDialog(view, 'EXP-0001', 'EXP-0002');
    await start(view, dialog);
    expect(await dialog.findByText('0 of 2 done')).toBeVisible();
    await view.user.click(dialog.getByRole('button', { name: 'Stop' }));
    release();
    expect(await dialog.findByText('1 approved, 1 left as they were')).toBeVisible();
    expect(view.approved).toEqual([['expense-1', { revision: 1, receipt_sha256: null }]]);
  });
});
