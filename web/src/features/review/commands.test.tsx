import { describe, expect, test } from '@jest/globals';
import type { ExpenseJson } from '@outlay/contracts';
import { screen, waitFor } from '@testing-library/react';
import { answer, answerFile, aUser, findToast } from '#app/testing';
import { BOSS } from '#panel/testing';
import { claim, DUPLICATES, paidDuplicate, reviewed, second, sheet } from './testing';

type View = ReturnType<typeof reviewed>;

async function type(view: View, typed: string) {
  await view.user.keyboard('{Control>}k{/Control}');
  await waitFor(() => expect(screen.getByRole('combobox')).toHaveFocus(), { timeout: 15_000 });
  if (typed) await view.user.keyboard(typed);
}

const reviewing = (options: Parameters<typeof reviewed>[0] = {}) =>
  reviewed({
    ...options,
    handlers: [...(options.handlers ?? []), answer('GET /api/expenses', []), answer('GET /api/admin/reports', [])],
  });

/** The names of what the palette offers for the open claim. */
function offered(expenseId = 'EXP-0001') {
  const group = screen.queryByRole('group', { name: expenseId });
  return [...(group?.querySelectorAll('[role=option]') ?? [])].map(
    (option) => option.querySelector('span span')?.textContent,
  );
}

async function offersOf(expense: Partial<ExpenseJson>, panel: Parameters<typeof reviewed>[0] = {}) {
  const view = reviewing({ expense: { ...claim, ...expense }, ...panel });
  await sheet();
  await type(view, '');
  return offered();
}

describe('Ctrl K over an open claim', () => {
  test('offers what the sheet does, the first of which decides nothing', async () => {
    const handlers = [answerFile('GET /uploads/{filename}', 'png', 'image/png')];
    expect(await offersOf({ receipt: 'stored.png' }, { others: [second], handlers })).toEqual([
      'Next expense',
      'History of EXP-0001',
      'Open the receipt of EXP-0001',
      'Approve EXP-0001',
      'Reject EXP-0001',
      'Ask about EXP-0001',
      'Edit EXP-0001',
    ]);
  });

  test('leaves out what the status does not allow, and offers to pay what is approved', async () => {
    expect(await offersOf({ status: 'approved' })).toEqual([
      'History of EXP-0001',
      'Reject EXP-0001',
      'Edit EXP-0001',
      'Revert EXP-0001 to submitted',
      'Pay Ada Okafor',
    ]);
  });

  test('leaves out the approval of a claim that waits for an answer, and a second question', async () => {
    const question = { text: 'Whose?', asked_by_email: 'a@b.c', asked_at: claim.created_at, answer: null };
    const names = await offersOf({ question: { ...question, answered_at: null } });
    expect(names).toEqual(['History of EXP-0001', 'Reject EXP-0001', 'Edit EXP-0001']);
  });

  test.each([
    ['submitted', ['Reject', 'Edit']],
    ['approved', ['Reject', 'Revert']],
  ] as const)('leaves out the approval and the payment of one’s own claim: %s', async (status, verbs) => {
    const users = [BOSS, aUser({ id: 'other', email: 'other@example.com', role: 'super_admin' })];
    const names = await offersOf({ user_id: BOSS.id, status }, { users });
    expect(names.map((name) => name?.split(' ')[0])).toEqual(['History', ...verbs]);
  });

  test('decides nothing for an auditor', async () => {
    const names = await offersOf({}, { as: aUser({ id: 'auditor', role: 'auditor' }), others: [second] });
    expect(names).toEqual(['Next expense', 'History of EXP-0001']);
  });

  test('approves, and goes on to the next claim', async () => {
    const view = reviewing({ others: [second] });
    await sheet();
    await type(view, 'approve{Enter}');
    expect(await findToast('Expense approved successfully!')).toBeVisible();
    expect(view.bodies).toEqual([{ revision: 4 }]);
    await sheet('EXP-0002');
  });

  test('asks about duplicates before it approves', async () => {
    const view = reviewing({ handlers: [answer(DUPLICATES, { duplicates: [paidDuplicate] })] });
    await sheet();
    await type(view, 'approve{Enter}');
    await screen.findByRole('dialog', { name: 'Potential Duplicate Detected' });
    expect(view.bodies).toEqual([]);
  });

  test.each([
    ['reject', 'submitted', 'Reject Expense', 'Rejection Reason'],
    ['revert', 'approved', 'Back to Submitted', 'Note (optional)'],
  ] as const)('%s asks for the words, and its field has the focus', async (verb, status, dialog, label) => {
    const view = reviewing({ expense: { ...claim, status } });
    await sheet();
    await type(view, `${verb}{Enter}`);
    await screen.findByRole('dialog', { name: dialog });
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
    expect(view.bodies).toEqual([]);
  });

  test('ask opens the field of the question, and edit the form', async () => {
    const view = reviewing();
    await sheet();
    await type(view, 'ask{Enter}');
    await waitFor(() => expect(screen.getByLabelText('Question to the owner')).toHaveFocus());
    await type(view, 'edit{Enter}');
    expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible();
    await type(view, '');
    expect(offered()).toEqual([]);
  });

  test('history moves the focus there, next and previous through the list', async () => {
    const view = reviewing({ others: [second] });
    await sheet();
    await type(view, 'history{Enter}');
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/^Audit trail/i));
    await type(view, 'next exp{Enter}');
    await sheet('EXP-0002');
    await type(view, 'previous exp{Enter}');
    await sheet();
  });

  test('pay leads to the approved claims of the owner', async () => {
    const view = reviewing({ expense: { ...claim, status: 'approved' } });
    await sheet();
    await type(view, 'pay ada');
    await view.user.click(screen.getByRole('option', { name: /^Pay .*Their approved/ }));
    await waitFor(() =>
      expect(view.router.state.location.search).toEqual({ status: 'approved', user: claim.user_email }),
    );
  });
});
