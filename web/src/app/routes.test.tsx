import { describe, expect, test } from '@jest/globals';
import type { UserJson } from '@outlay/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expireSession, startSession } from '#lib/session';
import { ALL_EXPENSES } from '#panel/queries';
import {
  answer,
  aToken,
  aUser,
  breakDown,
  expectAccessible,
  hang,
  hold,
  noAnswer,
  refuse,
  renderRoute,
} from './testing';

const noExpenses = answer('GET /api/expenses', []);
const profile = 'GET /api/auth/me';
const rememberUser = () => localStorage.setItem('user', JSON.stringify(aUser()));

describe('routes', () => {
  test.each(['/', '/dashboard', '/login', '/register', '/no/such/page', '/my-expenses'])(
    '%s redirects to my expenses with a token',
    async (path) => {
      const view = renderRoute(path, { as: aUser(), handlers: [noExpenses] });
      expect(await screen.findByRole('heading', { name: 'My Expenses' })).toBeVisible();
      expect(view.path()).toBe('/my-expenses');
    },
  );

  test.each(['/', '/dashboard', '/settings', '/no/such/page', '/my-expenses'])(
    '%s redirects to the login without a token',
    async (path) => {
      const view = renderRoute(path);
      expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
      expect(view.path()).toBe('/login');
    },
  );
});

describe('opening a screen with a stored token', () => {
  test('shows the loading screen until the profile is loaded', async () => {
    renderRoute('/settings', { token: aToken(), handlers: [hang(profile)] });
    expect(await screen.findByText('Loading...')).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  test('shows the stored profile at once and the fetched one when it is loaded', async () => {
    rememberUser();
    const { held, release } = hold<UserJson>();
    renderRoute('/settings', { token: aToken(), handlers: [answer(profile, () => held)] });
    expect(await screen.findByText('Ada Okafor')).toBeVisible();
    release(aUser({ first_name: 'Adaeze' }));
    expect(await screen.findByText('Adaeze Okafor')).toBeVisible();
  });

  test.each([
    ['is unauthenticated', refuse(profile, 'UNAUTHENTICATED', 'Please log in.')],
    ['is forbidden', refuse(profile, 'FORBIDDEN', 'Your account is not active.')],
  ])('removes the token and shows the login if the profile request %s', async (_, handler) => {
    const view = renderRoute('/settings', { token: aToken(), handlers: [handler] });
    expect(await screen.findByRole('heading', { name: 'Sign in' }, { timeout: 3000 })).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();
    expect(view.path()).toBe('/login');
  });

  test.each([
    ['fails', () => HttpResponse.json({}, { status: 500 })],
    ['gets no response', () => HttpResponse.error()],
  ])('keeps the session and offers another try if the profile request %s', async (_, fail) => {
    let isMended = false;
    const failing = http.get('/api/auth/me', () => (isMended ? undefined : fail()));
    const { user } = renderRoute('/settings', {
      token: aToken(),
      handlers: [failing, answer(profile, aUser())],
    });
    expect(await screen.findByText('Failed to load profile information', {}, { timeout: 3000 })).toBeVisible();
    await expectAccessible();
    expect(localStorage.getItem('token')).not.toBeNull();
    isMended = true;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible();
  });

  test('a user who is not known can sign out while the profile request fails', async () => {
    const { user } = renderRoute('/settings', { token: aToken(), handlers: [breakDown(profile, 500)] });
    await user.click(await screen.findByRole('button', { name: 'Logout' }, { timeout: 3000 }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();
  });

  test.each([
    ['a fault', breakDown(profile, 500)],
    ['an outage', noAnswer(profile)],
  ])('keeps a known user signed in during %s', async (_, handler) => {
    rememberUser();
    const view = renderRoute('/settings', { token: aToken(), handlers: [handler] });
    expect(await screen.findByText('Failed to load profile information', {}, { timeout: 3000 })).toBeVisible();
    expect(view.path()).toBe('/settings');
    expect(localStorage.getItem('token')).not.toBeNull();
  });
});

describe('a list is requested', () => {
  const OTHERS = [
    'GET /api/admin/users',
    'GET /api/admin/invites',
    'GET /api/admin/exchange-rate-sources',
    'GET /api/audit/state',
    'GET /api/audit/tokens',
  ] as const;

  function countCalls(path: string, key: 'GET /api/expenses' | 'GET /api/admin/expenses-with-users', as?: UserJson) {
    let calls = 0;
    const counted = answer(key, ({ query }) => {
      if (query.has('limit')) calls += 1;
      return [];
    });
    const view = renderRoute(path, {
      ...(as ? { as } : { token: aToken() }),
      handlers: [counted, ...OTHERS.map(hang), ...(as ? [] : [hang(profile)])],
    });
    return { ...view, calls: () => calls };
  }

  test('while the profile is still loading', async () => {
    const { calls } = countCalls('/my-expenses', 'GET /api/expenses');
    expect(await screen.findByText('Loading...')).toBeVisible();
    await waitFor(() => expect(calls()).toBe(1));
  });

  test('once, not again when the screen renders', async () => {
    const { calls } = countCalls('/my-expenses', 'GET /api/expenses', aUser());
    expect(await screen.findByText('No expenses found')).toBeVisible();
    expect(calls()).toBe(1);
  });

  test.each([
    ['not for a member', 'team_member', '/admin', 0],
    ['not on another tab', 'super_admin', '/admin?tab=users', 0],
    ['for a super admin', 'super_admin', '/admin', 1],
  ] as const)('with all expenses: %s', async (_, role, path, times) => {
    localStorage.setItem('user', JSON.stringify(aUser({ role })));
    const { calls, router, queryClient } = countCalls(path, 'GET /api/admin/expenses-with-users');
    await waitFor(() => expect(router.state.status).toBe('idle'));
    // The cache knows at once, while a call is counted only on arrival.
    expect(queryClient.getQueryCache().findAll({ queryKey: [...ALL_EXPENSES.key, 'list'] })).toHaveLength(times);
    await waitFor(() => expect(calls()).toBe(times));
  });
});

describe('the end of a session', () => {
  test('an unauthenticated call clears all data and shows the login', async () => {
    const view = renderRoute('/my-expenses', {
      as: aUser(),
      handlers: [refuse('GET /api/expenses', 'UNAUTHENTICATED', 'Please log in.')],
    });
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
    await waitFor(() => expect(view.queryClient.getQueryCache().getAll()).toEqual([]));
  });

  test('a logout in another tab ends the session in this tab too', async () => {
    const view = renderRoute('/settings', { as: aUser() });
    await screen.findByRole('heading', { name: 'Settings' });
    endInAnotherTab();
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(view.path()).toBe('/login');
    expect(screen.queryByText(/^Your session has ended/)).toBeNull();
    expect(await screen.findByLabelText('Email')).toHaveValue('');
  });

  test('a session that expired in another tab is said here too, and signing in returns to the page of this tab', async () => {
    const user = aUser();
    startSession(aToken(user), user);
    expireSession();
    const view = renderRoute('/settings', {
      as: user,
      handlers: [answer('POST /api/auth/login', { token: aToken(user), user })],
    });
    await screen.findByRole('heading', { name: 'Settings' });
    endInAnotherTab();
    expect(await screen.findByText(/^Your session has ended/)).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue(user.email);
    await view.user.type(screen.getByLabelText('Password'), 'secret');
    await view.user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible();

    endInAnotherTab();
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(screen.queryByText(/^Your session has ended/)).toBeNull();
  });
});

/** The event of a token that another tab has removed. */
function endInAnotherTab() {
  localStorage.removeItem('token');
  localStorage.removeItem('user');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null })));
}
