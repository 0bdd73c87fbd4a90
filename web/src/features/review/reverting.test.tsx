import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { breakDown, findInPlace, findToast, refuse, skipTime } from '#app/testing';
import { REVERT, claim, second, reviewed, sheet, press, ready } from './testing';

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

  test('is undone by z while its toast is there, once', async () => {
    const view = reviewed({ others: [second] });
    await ready('Approve');
    await view.user.keyboard('a');
    await sheet('EXP-0002');
    await screen.findByRole('button', { name: 'Undo the approval of EXP-0001' });
    await view.user.keyboard('zz');
    expect(await findToast('Expense reverted to submitted successfully!')).toBeVisible();
    expect(view.bodies).toEqual([{ revision: 4 }, { revision: 5, admin_notes: 'Approval undone' }]);
    await sheet('EXP-0001');
    await view.user.keyboard('z');
    expect(view.bodies).toHaveLength(2);
  });

  test.each([
    [6500, true],
    [8500, false],
  ])('is offered to be undone after %i ms: %s', async (ms, isOffered) => {
    const undo = { name: 'Undo the approval of EXP-0001' };
    const view = reviewed();
    await skipTime(ms, async () => {
      await press(view, 'Approve');
      await screen.findByRole('button', undo);
    });
    if (isOffered) expect(screen.getByRole('button', undo)).toBeVisible();
    else await waitFor(() => expect(screen.queryByRole('button', undo)).toBeNull());
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

describe('a rejection', () => {
  test('can be undone from its toast, which names person and amount', async () => {
    const view = reviewed({ others: [second] });
    await sheet();
    await view.user.keyboard('r');
    await view.user.type(await screen.findByLabelText('Rejection Reason'), 'Late');
    await view.user.click(screen.getByRole('button', { name: 'Reject' }));
    await sheet('EXP-0002');
    expect(await screen.findByText('EXP-0001, Ada Okafor, 225.00 EUR')).toBeVisible();
    await view.user.click(await screen.findByRole('button', { name: 'Undo the rejection of EXP-0001' }));
    expect(await findToast('Expense reverted to submitted successfully!')).toBeVisible();
    expect(view.bodies).toEqual([
      { revision: 4, admin_notes: 'Late' },
      { revision: 5, admin_notes: 'Rejection undone' },
    ]);
    await sheet('EXP-0001');
  });
});

describe('reverting', () => {
  const approved = { ...claim, status: 'approved' } as const;
  const asked = async (view: ReturnType<typeof reviewed>) => {
    await press(view, 'Mark as Submitted');
    return sheet('Back to Submitted');
  };

  test('asks for a note, which may be left out, and undoes an approval', async () => {
    const view = reviewed({ expense: approved });
    const dialog = await asked(view);
    await view.user.type(dialog.getByLabelText('Note (optional)'), '{Enter}');
    expect(await screen.findByText('Expense reverted to submitted successfully!')).toBeVisible();
    expect(view.bodies).toEqual([{ revision: 4 }]);
    expect(await (await sheet()).findByText('Submitted', { selector: 'span' })).toBeVisible();
  });

  test('sends the note', async () => {
    const view = reviewed({ expense: approved });
    const dialog = await asked(view);
    await view.user.type(dialog.getByLabelText('Note (optional)'), ' Wrong project ');
    await view.user.click(dialog.getByRole('button', { name: 'Mark as Submitted' }));
    expect(await findToast('Expense reverted to submitted successfully!')).toBeVisible();
    expect(view.bodies).toEqual([{ revision: 4, admin_notes: 'Wrong project' }]);
  });

  test('can be left alone, and keeps the note for the next time', async () => {
    const view = reviewed({ expense: approved });
    const dialog = await asked(view);
    await view.user.type(dialog.getByLabelText('Note (optional)'), 'Wrong');
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Back to Submitted' })).toBeNull());
    expect(view.bodies).toEqual([]);
    await view.user.keyboard('u');
    expect((await sheet('Back to Submitted')).getByLabelText('Note (optional)')).toHaveValue('Wrong');
  });

  test('a failure is shown beside the note, which stays', async () => {
    const view = reviewed({ expense: { ...claim, status: 'rejected' }, handlers: [breakDown(REVERT, 500)] });
    const dialog = await asked(view);
    await view.user.type(dialog.getByLabelText('Note (optional)'), 'Late{Enter}');
    expect(await findToast('Failed to revert expense')).toBeVisible();
    expect(await findInPlace('Failed to revert expense')).toBeVisible();
    expect(dialog.getByLabelText('Note (optional)')).toHaveValue('Late');
  });
});
