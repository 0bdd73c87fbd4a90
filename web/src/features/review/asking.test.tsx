import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { ExpenseJson } from '@outlay/contracts';
import { answer, aUser, expectAccessible, findToast, refuse } from '#app/testing';
import { BOSS } from '#panel/testing';
import { claim, ready, reviewed, second, sheet, withoutHead } from './testing';

const ASK = 'PUT /api/admin/expenses/{id}/question';
const asked = {
  text: 'Whose dinner?',
  asked_by_email: BOSS.email,
  asked_at: '2026-03-07T10:00:00.000Z',
  answer: null,
  answered_at: null,
};
const waiting: ExpenseJson = { ...claim, revision: 5, question: asked };
const write = async (view: ReturnType<typeof reviewed>, text: string) => {
  await view.user.click((await sheet()).getByRole('button', { name: 'Ask the owner' }));
  await view.user.type((await sheet()).getByLabelText('Question to the owner'), text);
};
const send = async () => (await sheet()).getByRole('button', { name: 'Send question' });

describe('a question to the owner', () => {
  test('is sent with the revision that was shown; the review goes on, and the claim is marked and not selected', async () => {
    const bodies: object[] = [];
    const view = reviewed({
      others: [second],
      handlers: [
        answer(ASK, ({ body }) => {
          bodies.push(withoutHead(body));
          view.expenses[0] = waiting;
          return { message: 'ok', expense: waiting };
        }),
      ],
    });
    await write(view, '  ');
    expect(await send()).toBeDisabled();
    await view.user.type((await sheet()).getByLabelText('Question to the owner'), 'Whose dinner? ');
    await expectAccessible();
    await view.user.click(await send());
    expect(await findToast('Question sent successfully!')).toBeVisible();
    expect(bodies).toEqual([{ revision: 4, question: 'Whose dinner?' }]);
    await sheet('EXP-0002');
    await view.user.click((await sheet('EXP-0002')).getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('Asked')).toHaveAttribute('title', 'Waits for the owner’s answer');
    expect(screen.getByRole('checkbox', { name: 'Select EXP-0002' })).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: 'Select EXP-0001' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Approve EXP-0001' })).toBeDisabled();
  });

  test('is shown in the sheet while it waits, and the claim cannot be approved', async () => {
    const view = reviewed({ expense: waiting });
    const opened = await sheet();
    expect(await opened.findByText('Whose dinner?')).toBeVisible();
    expect(opened.getByText(/A question from .*boss@example.com/)).toBeVisible();
    expect(opened.getByRole('button', { name: 'Approve' })).toBeDisabled();
    expect(opened.queryByRole('button', { name: 'Ask the owner' })).toBeNull();
    await ready('Reject');
    await view.user.keyboard('a');
    expect(await findToast('Waits for the owner’s answer')).toBeVisible();
    expect(view.bodies).toEqual([]);
  });

  test('is shown with its answer, after which the claim is approved or asked about again', async () => {
    const answered = { ...asked, answer: 'Mine', answered_at: '2026-03-08T10:00:00.000Z' };
    reviewed({ expense: { ...waiting, question: answered } });
    const opened = await sheet();
    expect(await opened.findByText('Mine')).toBeVisible();
    await ready('Approve');
    expect(opened.getByRole('button', { name: 'Approve' })).toBeEnabled();
    expect(opened.getByRole('button', { name: 'Ask the owner' })).toBeVisible();
  });

  test('that is refused stays written', async () => {
    const message = 'This expense waits for Ada to answer a question from chief@example.com.';
    const view = reviewed({ handlers: [refuse(ASK, 'QUESTION_OPEN', message)] });
    await write(view, 'When?');
    await view.user.click(await send());
    expect(await (await sheet()).findByText(message)).toBeVisible();
    expect((await sheet()).getByLabelText('Question to the owner')).toHaveValue('When?');
  });

  test('that was typed but not sent is there when the sheet is opened again, and not once it was sent', async () => {
    const view = reviewed({ handlers: [answer(ASK, () => ({ message: 'ok', expense: waiting }))] });
    await write(view, 'Whose');
    await view.user.keyboard('{Escape}');
    await view.user.click(await screen.findByRole('button', { name: 'EXP-0001' }));
    const field = await (await sheet()).findByLabelText('Question to the owner');
    expect(field).toHaveValue('Whose');
    await view.user.type(field, ' dinner?{Control>}{Enter}{/Control}');
    expect(await (await sheet()).findByText('Waits for the owner’s answer')).toBeVisible();
    await waitFor(() => expect(Object.keys(sessionStorage)).toEqual([]));
  });

  test('is not offered for a claim of one’s own, or that is not submitted', async () => {
    reviewed({ expense: { ...claim, user_id: BOSS.id }, users: [BOSS, aUser()] });
    await ready('Reject');
    await waitFor(async () => expect((await sheet()).queryByRole('button', { name: 'Ask the owner' })).toBeNull());
  });
});
