import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, aUser, breakDown, expectAccessible, refuse, renderRoute, skipTime } from '#app/testing';

const REGISTER = 'POST /api/auth/register';
const STRONG = 'Correct-horse-1';
const submit = () => screen.getByRole('button', { name: 'Create account' });

async function fill(view: ReturnType<typeof renderRoute>) {
  await view.user.type(await screen.findByLabelText('First name'), 'Ada');
  await view.user.type(screen.getByLabelText('Last name'), 'Okafor');
  await view.user.type(screen.getByLabelText('Email'), 'Ada@example.com');
  await view.user.type(screen.getByLabelText('Password'), STRONG);
  await view.user.type(screen.getByLabelText('Confirm password'), STRONG);
}

describe('register', () => {
  test('the form takes the invite from the link, registers, and shows the login', async () => {
    const bodies: unknown[] = [];
    const view = renderRoute('/register?invite=inv-1', {
      handlers: [
        answer(REGISTER, ({ body }) => {
          bodies.push(body);
          return { message: 'Registered', user: aUser() };
        }),
      ],
    });
    expect(await screen.findByLabelText('Invite code')).toHaveValue('inv-1');
    await fill(view);
    await view.user.selectOptions(screen.getByLabelText('Reimbursement currency'), 'USD');
    await skipTime(1500, async () => {
      await view.user.click(submit());
      expect(await screen.findByText('Registration successful!')).toBeVisible();
      expect(submit()).toBeDisabled();
      expect(view.path()).toBe('/register');
    });
    await waitFor(() => expect(view.path()).toBe('/login'));
    expect(await screen.findByText('Your account exists. Sign in as ada@example.com.')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
    expect(bodies).toEqual([
      {
        email: 'ada@example.com',
        password: STRONG,
        first_name: 'Ada',
        last_name: 'Okafor',
        reimbursement_currency: 'USD',
        invite_token: 'inv-1',
      },
    ]);
  });

  test('an invite’s link fills in the email that it is for', async () => {
    renderRoute('/register?invite=inv-1&email=new%2Bme%40example.com');
    expect(await screen.findByLabelText('Email')).toHaveValue('new+me@example.com');
  });

  test('an all-digit invite stays a string', async () => {
    renderRoute('/register?invite=0042');
    expect(await screen.findByLabelText('Invite code')).toHaveValue('0042');
  });

  test('the checklist follows the typed password, and the disabled button has a reason', async () => {
    const view = renderRoute('/register');
    const password = await screen.findByLabelText('Password');
    const rules = within(screen.getByRole('list', { name: 'Password rules' }));
    expect(screen.getByLabelText('Reimbursement currency')).toHaveValue('EUR');
    expect(submit()).toBeDisabled();
    expect(submit()).toHaveAccessibleDescription('Invite code is required.');

    await view.user.type(screen.getByLabelText('Invite code'), 'inv-1');
    expect(submit()).toHaveAccessibleDescription('Password does not meet strength requirements.');
    await view.user.type(password, 'abcdefg1');
    expect(rules.getByText(/lowercase/)).toHaveTextContent('A lowercase letter, met');
    expect(rules.getByText(/At least 10/)).toHaveTextContent('At least 10 characters, not met');
    await view.user.type(password, 'X-');
    expect(rules.queryByText(/not met/)).toBeNull();

    await view.user.type(screen.getByLabelText('Confirm password'), 'abcdefg1X');
    expect(submit()).toHaveAccessibleDescription('Passwords do not match.');
    await view.user.type(screen.getByLabelText('Confirm password'), '-');
    expect(submit()).toBeEnabled();
    await expectAccessible();
  });

  test('missing names and email are errors, and nothing is sent', async () => {
    const view = renderRoute('/register?invite=inv-1');
    await view.user.type(await screen.findByLabelText('Password'), STRONG);
    await view.user.type(screen.getByLabelText('Confirm password'), STRONG);
    await view.user.type(screen.getByLabelText('Email'), 'nobody');
    await view.user.click(submit());
    expect(await screen.findByText('First name is required')).toBeVisible();
    expect(screen.getByText('Last name is required')).toBeVisible();
    expect(screen.getByText('Please enter a valid email address')).toBeVisible();
  });

  test.each([
    ['with a message', refuse(REGISTER, 'INVALID_INVITE', 'This invite has expired.'), 'This invite has expired.'],
    ['without a message', breakDown(REGISTER, 500), 'Registration failed'],
  ])('an error %s is shown and the form can be sent again', async (_, handler, message) => {
    const view = renderRoute('/register?invite=inv-1', { handlers: [handler] });
    await fill(view);
    await view.user.click(submit());
    expect(await screen.findByText(message)).toBeVisible();
    expect(submit()).toBeEnabled();
  });
});
