import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import {
  answer,
  aToken,
  aUser,
  breakDown,
  expectAccessible,
  noAnswer,
  refusal,
  refuse,
  renderRoute,
  type ReceivedCall,
} from '#app/testing';
import { storeUser } from '#lib/session';

const email = () => screen.findByLabelText('Email');
const password = () => screen.findByLabelText('Password');
const signIn = () => screen.findByRole('button', { name: 'Sign in' });

describe('login', () => {
  test('a correct password stores the session and shows my expenses', async () => {
    const user = aUser();
    const received: ReceivedCall[] = [];
    const view = renderRoute('/login', {
      handlers: [
        answer('POST /api/auth/login', (call) => {
          received.push(call);
          return { token: aToken(user), user };
        }),
        answer('GET /api/auth/me', user),
        answer('GET /api/expenses', []),
      ],
    });
    await view.user.type(await email(), 'ada@example.com');
    await view.user.type(await password(), 'secret');
    await view.user.click(await signIn());

    expect(await screen.findByRole('heading', { name: 'My Expenses' })).toBeVisible();
    expect(view.path()).toBe('/my-expenses');
    expect(localStorage.getItem('token')).toBe(aToken(user));
    expect(received).toEqual([
      expect.objectContaining({ body: { email: 'ada@example.com', password: 'secret' }, token: null }),
    ]);
  });

  test.each([
    ['/settings?debug=0', '/settings?debug=0'],
    ['/', '/my-expenses'],
    ['//evil.example/settings', '/my-expenses'],
    ['//settings', '/settings'],
    ['/\\\\evil.example/settings', '/my-expenses'],
  ])('leads to the page that was opened without a session: %s', async (path, shown) => {
    const user = aUser();
    const view = renderRoute(path, {
      handlers: [
        answer('POST /api/auth/login', { token: aToken(user), user }),
        answer('GET /api/auth/me', user),
        answer('GET /api/expenses', []),
      ],
    });
    await view.user.type(await email(), 'ada@example.com');
    await view.user.type(await password(), 'secret');
    await view.user.click(await signIn());
    await waitFor(() => expect(view.path()).not.toBe('/login'));
    expect(new URL(view.router.state.location.href, 'https://outlay.example').href).toBe(
      `https://outlay.example${shown}`,
    );
  });

  describe('after a session that the server ended', () => {
    const ada = aUser();
    const eve = aUser({ id: 'user-2', email: 'eve@example.com' });

    /** Opens the page of somebody whose session has ended, and signs in as `next`. */
    async function signInAgain(path: string, next = ada) {
      let isEnded = true;
      const view = renderRoute(path, {
        token: aToken(ada),
        handlers: [
          answer('POST /api/auth/login', () => {
            isEnded = false;
            return { token: aToken(next), user: next };
          }),
          answer('GET /api/auth/me', () => (isEnded ? refusal('UNAUTHENTICATED', 'Please log in.') : { ...next })),
          answer('GET /api/expenses', () => (isEnded ? refusal('UNAUTHENTICATED', 'Please log in.') : [])),
        ],
      });
      expect(await screen.findByText(/^Your session has ended/)).toBeVisible();
      const known = (await email()).getAttribute('value');
      await view.user.clear(await email());
      await view.user.type(await email(), next.email);
      await view.user.type(await password(), 'secret');
      await view.user.click(await signIn());
      await waitFor(() => expect(view.path()).not.toBe('/login'));
      return { view, known };
    }

    test('says so, keeps the email and returns to where one was', async () => {
      storeUser(ada);
      const { view, known } = await signInAgain('/my-expenses?status=paid');
      expect(known).toBe(ada.email);
      expect(await screen.findByRole('heading', { name: 'My Expenses' })).toBeVisible();
      expect(view.router.state.location.href).toBe('/my-expenses?status=paid');
    });

    test('leads another person to their own expenses, not to where the first one was', async () => {
      storeUser(ada);
      const { view } = await signInAgain('/my-expenses?status=paid', eve);
      expect(await screen.findByRole('heading', { name: 'My Expenses' })).toBeVisible();
      expect(view.router.state.location.href).toBe('/my-expenses');
    });

    test.each(['//evil.example/my-expenses', '/my-expenses?from=https://evil.example', '/\\evil.example'])(
      'never leaves the site, from %s either',
      async (path) => {
        storeUser(ada);
        const { view } = await signInAgain(path);
        expect(new URL(view.router.state.location.href, 'https://outlay.example').origin).toBe(
          'https://outlay.example',
        );
        expect(view.path()).toBe('/my-expenses');
      },
    );
  });

  test('an email with capitals and spaces is normalised, with a hint before sending and a message after', async () => {
    const bodies: unknown[] = [];
    const view = renderRoute('/login', {
      handlers: [
        answer('POST /api/auth/login', ({ body }) => {
          bodies.push(body);
          return refusal('INVALID_CREDENTIALS', 'Invalid email or password');
        }),
      ],
    });
    await view.user.type(await email(), ' Ada@Example.com ');
    expect(screen.getByText(/Will be used as ada@example.com/)).toBeVisible();
    await view.user.type(await password(), 'secret');
    await view.user.click(await signIn());

    expect(await screen.findByText(/normalized to ada@example.com because emails are case-insensitive/)).toBeVisible();
    expect(await email()).toHaveValue('ada@example.com');
    expect(bodies).toEqual([{ email: 'ada@example.com', password: 'secret' }]);
  });

  test('empty fields show an error each, and nothing is sent', async () => {
    const view = renderRoute('/login');
    await view.user.click(await signIn());
    expect(await screen.findByText('Email is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(await email()).toBeInvalid();
  });

  test.each([
    [
      'the server says why',
      refuse('POST /api/auth/login', 'INVALID_CREDENTIALS', 'Invalid email or password'),
      'Invalid email or password',
    ],
    ['the server says nothing', breakDown('POST /api/auth/login', 500), 'Login failed'],
    [
      'there is no response',
      noAnswer('POST /api/auth/login'),
      'Login failedNetwork error. Check if backend server is running.',
    ],
  ])('if %s, the form shows the error and keeps the input', async (_, handler, message) => {
    const view = renderRoute('/login', { handlers: [handler] });
    await view.user.type(await email(), 'ada@example.com');
    await view.user.type(await password(), 'wrong');
    await view.user.click(await signIn());
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(await email()).toHaveValue('ada@example.com');
    expect(view.path()).toBe('/login');
  });

  test('has no axe violations', async () => {
    const view = renderRoute('/login');
    await signIn();
    await view.user.click(screen.getByRole('button', { name: 'Reset with admin code' }));
    await expectAccessible();
    expect(document.title).toBe('Reset with admin code · Outlay');
    await waitFor(() => expect(screen.getByLabelText('6-digit code')).toHaveAttribute('autocomplete', 'one-time-code'));
  });
});
