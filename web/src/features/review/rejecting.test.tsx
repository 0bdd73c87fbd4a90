import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { breakDown, endDoubleClick, expectAccessible, findInPlace, findToast, refuse } from '#app/testing';
import { REJECT, reviewed, press, ready } from './testing';

describe('rejecting', () => {
  test('requires a reason that is not blank', async () => {
    const view = reviewed();
    await press(view, 'Reject');
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject Expense' }));
    expect(dialog.getByText('The user will see this message.')).toBeVisible();
    const send = dialog.getByRole('button', { name: 'Reject' });
    expect(send).toBeDisabled();
    await view.user.type(dialog.getByLabelText('Rejection Reason'), ' \u200B\u2060\u3164');
    expect(send).toBeDisabled();
    await expectAccessible();
    await view.user.clear(dialog.getByLabelText('Rejection Reason'));
    await view.user.type(dialog.getByLabelText('Rejection Reason'), ' Wrong receipt ');
    await view.user.click(send);
    expect(await screen.findByText('Expense rejected successfully!')).toBeVisible();
    expect(view.bodies).toEqual([{ revision: 4, admin_notes: 'Wrong receipt' }]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Reject Expense' })).toBeNull());
  });

  test('Ctrl+Enter in the field sends it, or asks for a missing reason', async () => {
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

  test('by a double click only asks, even if a reason was typed before', async () => {
    const view = reviewed();
    await press(view, 'Reject');
    await view.user.type(await screen.findByLabelText('Rejection Reason'), 'Late');
    await view.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Reject Expense' })).toBeNull());
    await view.user.clickBeside(await ready('Reject'));
    const question = within(await screen.findByRole('dialog', { name: 'Reject Expense' }));
    const send = question.getByRole('button', { name: 'Reject' });
    endDoubleClick(send);
    expect(question.getByLabelText('Rejection Reason')).toHaveValue('Late');
    expect(view.bodies).toEqual([]);
    await view.user.click(send);
    expect(await screen.findByText('Expense rejected successfully!')).toBeVisible();
    expect(view.bodies).toHaveLength(1);
  });

  test('a failure is shown', async () => {
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

  test('stays on screen after a refusal, for another attempt', async () => {
    const view = reviewed({ handlers: [refuse(REJECT, 'SERVICE_UNAVAILABLE', 'A part is down.')] });
    await press(view, 'Reject');
    await view.user.type(await screen.findByLabelText('Rejection Reason'), 'Late');
    await view.user.click((await dialog()).getByRole('button', { name: 'Reject' }));
    expect(await (await dialog()).findByText('A part is down.')).toBeVisible();
    expect(screen.getByLabelText('Rejection Reason')).toHaveValue('Late');
    expect(localStorage.getItem(REASONS)).toBeNull();
  });

  test('is restored after a conflict or after closing the dialog', async () => {
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

  test('can be one of the reviewer’s last five distinct reasons', async () => {
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

  test.each([['no JSON'], ['{"a":1}'], ['[1,null]']])('treats stored %s as no recent reasons', async (stored) => {
    localStorage.setItem(REASONS, stored);
    const view = reviewed();
    await press(view, 'Reject');
    expect((await dialog()).queryByRole('group', { name: 'Recent reasons' })).toBeNull();
  });
});
