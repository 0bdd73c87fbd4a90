import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { answer, breakDown, refuse, renderRoute } from '#app/testing';

const RESET = 'POST /api/auth/reset-password-with-code';
const STRONG = 'Correct-horse-1';

async function openForm(handlers: Parameters<typeof renderRoute>[1] = {}) {
  const view = renderRoute('/login', handlers);
  await view.user.click(await screen.findByRole('button', { name: 'Reset with admin code' }));
  const form = within(screen.getByRole('form', { name: 'Reset with admin code' }));
  return {
    ...view,
    form,
    async fill(code: string, newPassword: string, confirmation = newPassword, email = 'Ada@example.com') {
      if (email) await view.user.type(form.getByLabelText('Account email'), email);
      if (code) await view.user.type(form.getByLabelText('6-digit code'), code);
      if (newPassword) await view.user.type(form.getByLabelText('New password'), newPassword);
      if (confirmation) await view.user.type(form.getByLabelText('Confirm new password'), confirmation);
      await view.user.click(form.getByRole('button', { name: 'Reset password' }));
    },
  };
}

describe('reset with an admin code', () => {
  test.each([
    ['nothing is filled in', ['', '', '', ''], 'Email, code, and new password are required'],
    ['the code is short', ['12345', STRONG], 'Code must be 6 digits'],
    ['the confirmation differs', ['123456', STRONG, 'other'], 'Passwords do not match'],
    ['the password is weak', ['123456', 'short'], 'Password does not meet strength requirements.'],
  ] as const)('where %s, says so and sends nothing', async (_, [code, ...rest], message) => {
    const { fill, form } = await openForm();
    await fill(code, ...(rest as unknown as [string]));
    expect(form.getByRole('alert')).toHaveTextContent(message);
  });

  test('takes the place of the sign-in form, and gives it back with the email', async () => {
    const { user, form } = await openForm();
    expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
    expect(screen.getByRole('heading', { level: 1, name: 'Reset with admin code' })).toHaveFocus();
    expect(form.getByLabelText('Account email')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(screen.queryByRole('form', { name: 'Reset with admin code' })).toBeNull();
  });

  test('a correct code shows the server’s message above the sign-in form', async () => {
    const bodies: unknown[] = [];
    const { fill } = await openForm({
      handlers: [
        answer(RESET, ({ body }) => {
          bodies.push(body);
          return { message: 'All done, sign in again.' };
        }),
      ],
    });
    await fill('123456', STRONG);
    expect(await screen.findByText('All done, sign in again.')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
    expect(screen.getByLabelText('Password')).toHaveValue('');
    expect(bodies).toEqual([{ email: 'ada@example.com', code: '123456', newPassword: STRONG }]);
  });

  test('an email that is sent in another form is said, and stays in that form', async () => {
    const { fill } = await openForm({ handlers: [answer(RESET, { message: 'Done' })] });
    await fill('123456', STRONG, STRONG, ' Ada@Example.com ');
    expect(await screen.findByText('Done')).toBeVisible();
    const notice = 'Email was normalized to ada@example.com because emails are case-insensitive.';
    expect(screen.getByText(notice)).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
  });

  test('a code may be pasted with spaces', async () => {
    const { user, form } = await openForm();
    await user.click(form.getByLabelText('6-digit code'));
    await user.paste('123 456 ');
    expect(form.getByLabelText('6-digit code')).toHaveValue('123456');
  });

  test('a success without a message shows the default one', async () => {
    const { fill } = await openForm({ handlers: [answer(RESET, { message: '' })] });
    await fill('123456', STRONG);
    expect(await screen.findByText('Password has been reset. You can now sign in.')).toBeVisible();
  });

  test.each([
    ['with a message', refuse(RESET, 'INVALID_RESET_CODE', 'The code is wrong.'), 'The code is wrong.'],
    ['without a message', breakDown(RESET, 500), 'Failed to reset password with code'],
  ])('an error %s is shown', async (_, handler, message) => {
    const { fill, form } = await openForm({ handlers: [handler] });
    await fill('123456', STRONG);
    expect(await form.findByText(message)).toBeVisible();
  });

  test('the code accepts only digits', async () => {
    const { user, form } = await openForm();
    await user.type(form.getByLabelText('6-digit code'), '12 ab34-56');
    expect(form.getByLabelText('6-digit code')).toHaveValue('123456');
  });
});
