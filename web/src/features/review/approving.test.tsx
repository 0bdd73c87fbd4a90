import { describe, expect, test } from '@jest/globals';
import type { DuplicateJson } from '@outlay/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, breakDown, expectAccessible, findInPlace, findToast, refusal, refuse } from '#app/testing';
import { APPROVE, DUPLICATES, claim, paidDuplicate, reviewed, sheet, press } from './testing';

describe('approving', () => {
  test('without duplicates sends the displayed revision at once', async () => {
    const view = reviewed();
    await press(view, 'Approve');
    expect(await screen.findByText('Expense approved successfully!')).toBeVisible();
    expect(view.bodies).toEqual([{ revision: 4 }]);
    expect(await (await sheet()).findByText('Approved')).toBeVisible();
    expect((await sheet()).queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  test('with duplicates asks first, and Cancel changes nothing', async () => {
    const view = reviewed({ handlers: [answer(DUPLICATES, { duplicates: [paidDuplicate] })] });
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

  test('with the receipt of another person’s claim says so, and whose it is', async () => {
    const duplicate = {
      ...paidDuplicate,
      user_id: 'user-2',
      user_name: 'Ben Adeyemi',
      same_figures: false,
      same_receipt: true,
    };
    const view = reviewed({ handlers: [answer(DUPLICATES, { duplicates: [duplicate] })] });
    await press(view, 'Approve');
    const warning = within(await screen.findByRole('dialog', { name: 'Potential Duplicate Detected' }));
    expect(warning.getByText('EXP-0001 of Ada Okafor has the same receipt as another claim.')).toBeVisible();
    expect(warning.getAllByRole('row')).toHaveLength(2);
    expect(warning.getByRole('row', { name: /EXP-0009/ })).toHaveTextContent(/Ben Adeyemi.*Same receipt/);
    await expectAccessible();
  });

  test('anyway confirms the duplicates to the server', async () => {
    const view = reviewed({ handlers: [answer(DUPLICATES, { duplicates: [paidDuplicate] })] });
    await press(view, 'Approve');
    await view.user.click(await screen.findByRole('button', { name: 'Approve Anyway' }));
    expect(await screen.findByText('Expense approved successfully!')).toBeVisible();
    expect(view.bodies).toEqual([{ revision: 4, approve_anyway: true }]);
  });

  test('asks if a duplicate is approved after the check', async () => {
    let duplicates: DuplicateJson[] = [];
    const view = reviewed({
      handlers: [
        answer(DUPLICATES, () => ({ duplicates })),
        answer(APPROVE, () => {
          duplicates = [paidDuplicate];
          return refusal('POSSIBLE_DUPLICATE', 'Potential duplicate detected');
        }),
      ],
    });
    await press(view, 'Approve');
    expect(await screen.findByRole('dialog', { name: 'Potential Duplicate Detected' })).toBeVisible();
  });

  test('does not happen if the duplicate check fails', async () => {
    const view = reviewed({ handlers: [breakDown(DUPLICATES, 500)] });
    await press(view, 'Approve');
    const message = 'Failed to check for duplicates. Please try again.';
    expect(await findToast(message)).toBeVisible();
    expect(await findInPlace(message)).toBeVisible();
    expect(view.bodies).toEqual([]);
  });

  test('a changed expense shows the conflict and refetches the list', async () => {
    const view = reviewed({
      handlers: [answer(APPROVE, () => refusal('VERSION_CONFLICT', 'This expense was changed in the meantime.'))],
    });
    await sheet();
    view.expenses[0] = { ...claim, revision: 5, justification: 'Three nights after all' };
    await press(view, 'Approve');
    expect(await findToast('This expense was changed in the meantime. Please look at it again.')).toBeVisible();
    expect(await (await sheet()).findByText('Three nights after all')).toBeVisible();
  });

  test('without an answer looks at the list before it can be repeated', async () => {
    const view = reviewed({
      handlers: [
        answer(APPROVE, () => {
          view.expenses[0] = { ...claim, status: 'approved', revision: 5 };
          return refusal('OUTCOME_UNKNOWN', 'The outcome is unknown; trying again is safe.');
        }),
      ],
    });
    await press(view, 'Approve');
    expect(await findToast('Failed to approve expense')).toBeVisible();
    expect((await sheet()).getByText('Approved')).toBeVisible();
    expect((await sheet()).queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  test("a failure appears in a toast, with the server's reason inline", async () => {
    const view = reviewed({ handlers: [refuse(APPROVE, 'OWN_EXPENSE', 'You cannot approve an expense of your own.')] });
    await press(view, 'Approve');
    expect(await findToast('Failed to approve expense')).toBeVisible();
    expect((await sheet()).getByText('You cannot approve an expense of your own.')).toBeVisible();
  });

  test('works from the list', async () => {
    const view = reviewed({ path: '/admin' });
    await view.user.click(await screen.findByRole('button', { name: 'Approve EXP-0001' }));
    expect(await screen.findByText('Expense approved successfully!')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Revert EXP-0001 to submitted' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'EXP-0001' })).toBeNull();
  });
});
