import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { breakDown, findInPlace, findToast, refuse } from '#app/testing';
import { REVERT, claim, second, reviewed, sheet, press } from './testing';

describe('an approval', () => {
  test('can be undone from its toast, and the history shows it', async () => {
    const view = reviewed({ others: [second] });
    await press(view, 'Approve');
    await sheet('EXP-0002');
    await view.user.click(await screen.findByRole('button', { name: /^Undo/ }));
    expect(await findToast('Expense reverted to submitted successfully!')).toBeVisible();
    expect(view.bodies).toEqual([{ revision: 4 }, { revision: 5, admin_notes: 'Approval undone' }]);
    expect(await (await sheet('EXP-0001')).findByText('Submitted', { selector: 'span' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });

  test('a failed undo is shown at the expense', async () => {
    const view = reviewed({ others: [second], handlers: [refuse(REVERT, 'CONFLICT', 'It is paid already.')] });
    await press(view, 'Approve');
    await sheet('EXP-0002');
    await view.user.click(await screen.findByRole('button', { name: /^Undo/ }));
    expect(await findToast('Failed to revert expense')).toBeVisible();
    expect(await (await sheet('EXP-0001')).findByText('It is paid already.')).toBeVisible();
  });

  test('undone while the next is being rejected keeps the typed reason', async () => {
    const view = reviewed({ others: [second] });
    await press(view, 'Approve');
    await sheet('EXP-0002');
    const undo = await screen.findByRole('button', { name: /^Undo/ });
    // The toast stays while hovered.
    await view.user.hover(undo);
    await view.user.keyboard('r');
    fireEvent.change(await screen.findByLabelText('Rejection Reason'), { target: { value: 'Late' } });
    fireEvent.click(undo);
    expect(await findToast('Expense reverted to submitted successfully!')).toBeVisible();
    expect(screen.getByLabelText('Rejection Reason')).toHaveValue('Late');
  });
});

describe('reverting', () => {
  test('undoes an approval', async () => {
    const view = reviewed({ expense: { ...claim, status: 'approved' } });
    await press(view, 'Mark as Submitted');
    expect(await screen.findByText('Expense reverted to submitted successfully!')).toBeVisible();
    expect(view.bodies).toEqual([{ revision: 4 }]);
    expect(await (await sheet()).findByText('Submitted', { selector: 'span' })).toBeVisible();
  });

  test('a failure is shown', async () => {
    const view = reviewed({ expense: { ...claim, status: 'rejected' }, handlers: [breakDown(REVERT, 500)] });
    await press(view, 'Mark as Submitted');
    expect(await findToast('Failed to revert expense')).toBeVisible();
    expect(await findInPlace('Failed to revert expense')).toBeVisible();
  });
});
