import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { ExpenseJson, UserJson } from '@outlay/contracts';
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

  test('mentions other active super admins, chosen by keyboard from an @ in the text', async () => {
    const admin = (id: string, over: Partial<UserJson> = {}) =>
      aUser({ id, email: `${id}@example.com`, first_name: id, last_name: 'Admin', role: 'super_admin', ...over });
    const users = [
      BOSS,
      aUser(),
      admin('kim'),
      admin('zoe'),
      admin('max', { status: 'inactive' }),
      admin('ida', { role: 'auditor' }),
      admin('pat', { id: claim.user_id }),
    ];
    const bodies: object[] = [];
    const view = reviewed({
      users,
      handlers: [
        answer(ASK, ({ body }) => {
          bodies.push(withoutHead(body));
          return { message: 'ok', expense: waiting };
        }),
      ],
    });
    await write(view, 'Mail kim@x, ');
    const text = (await sheet()).getByLabelText('Question to the owner');
    const people = await (await sheet()).findByRole('combobox', { name: 'Mention super admins' });
    await view.user.type(text, '@');
    expect(people).toHaveFocus();
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'kim Adminkim@example.com',
      'zoe Adminzoe@example.com',
    ]);
    await expectAccessible();
    await view.user.keyboard('{Escape}');
    expect(text).toHaveFocus();
    expect(screen.queryByRole('option')).toBeNull();
    await view.user.keyboard('@ZOE{Enter}');
    expect(screen.queryByRole('option')).toBeNull();
    expect(text).toHaveFocus();
    await view.user.keyboard('please');
    expect(text).toHaveValue('Mail kim@x, please');
    await view.user.click((await sheet()).getByRole('button', { name: 'Close' }));
    await view.user.click(await screen.findByRole('button', { name: 'EXP-0001' }));
    expect(await (await sheet()).findByRole('button', { name: 'Remove zoe Admin' })).toBeVisible();
    await view.user.click(await send());
    expect(bodies).toEqual([{ revision: 4, question: 'Mail kim@x, please', mentioned: ['zoe'] }]);
    await waitFor(() => expect(Object.keys(sessionStorage)).toEqual([]));
  });

  test('shows somebody who was chosen and is no super admin any more, to be removed', async () => {
    const kim = aUser({ id: 'kim', email: 'kim@example.com', first_name: 'Kim', last_name: 'Lee', role: 'partner' });
    sessionStorage.setItem(`message ${BOSS.id} ${claim.id}`, 'Whose?');
    sessionStorage.setItem(`message ${BOSS.id} ${claim.id} mentions`, 'kim');
    const view = reviewed({ users: [BOSS, aUser(), kim] });
    await view.user.click(await (await sheet()).findByRole('button', { name: 'Remove Kim Lee' }));
    expect((await sheet()).queryByRole('combobox', { name: 'Mention super admins' })).toBeNull();
    expect((await sheet()).getByLabelText('Question to the owner')).toHaveValue('Whose?');
  });

  test('is marked in the list of whom it mentions, and found by its filter', async () => {
    const mentioned = [{ id: BOSS.id, name: 'Bea Boss', email: BOSS.email }];
    const expense = { ...waiting, question: { ...asked, mentioned } };
    const view = reviewed({ expense, others: [second], path: '/admin' });
    expect(await screen.findByText('Mentions you')).toHaveAttribute('title', 'Waits for the owner’s answer');
    await view.user.click(await screen.findByRole('button', { name: 'Add filter' }));
    await view.user.click(await screen.findByRole('button', { name: /^Mentions/ }));
    await view.user.click(await screen.findByRole('button', { name: 'Me' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'EXP-0002' })).toBeNull());
    await view.user.click(screen.getByRole('button', { name: 'EXP-0001' }));
    expect(await (await sheet()).findByText('mentions Bea Boss')).toBeVisible();
  });

  test('is not offered for a claim of one’s own, or that is not submitted', async () => {
    reviewed({ expense: { ...claim, user_id: BOSS.id }, users: [BOSS, aUser()] });
    await ready('Reject');
    await waitFor(async () => expect((await sheet()).queryByRole('button', { name: 'Ask the owner' })).toBeNull());
  });
});
