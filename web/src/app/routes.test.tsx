import { describe, expect, test } from '@jest/globals';
import type { UserJson } from '@outlay/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { allExpensesQuery } from '../features/admin/api/admin-queries';
import { answer, aToken, aUser, breakDown, hang, hold, noAnswer, refuse, renderRoute } from './testing';

const noExpenses = answer('GET /api/expenses', []);
const profile = 'GET /api/auth/me';
const rememberUser = () => localStorage.setItem('user', JSON.stringify(aUser()));

describe('routes', () => {
  test.each(['/', '/dashboard', '/login', '/register', '/no/such/page', '/my-expenses'])(
    '%s leads to my expenses with a token',
    async (path) => {
      const view = renderRoute(path, { as: aUser(), handlers: [noExpenses] });
      expect(await screen.findByRole('heading', { name: 'My Expenses' })).toBeVisible();
      expect(view.path()).toBe('/my-expenses');
    },
  );

  test.each(['/', '/dashboard', '/settings', '/no/such/page', '/my-expenses'])(
    '%s leads to the login without a token',
    async (path) => {
      const view = renderRoute(path);
      expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
      expect(view.path()).toBe('/login');
    },
  );
});

describe('a start with a token', () => {
  test('shows the loading screen until the profile is there', async () => {
    renderRoute('/settings', { token: aToken(), handlers: [hang(profile)] });
    expect(await screen.findByText('Loading...')).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  test('paints the shell at once for whom it remembers, and then what the server says', async () => {
    rememberUser();
    const { held, release } = hold<UserJson>();
    renderRoute('/settings', { token: aToken(), handlers: [answer(profile, () => held)] });
    expect(await screen.findByText('Ada Okafor')).toBeVisible();
    release(aUser({ first_name: 'Adaeze' }));
    expect(await screen.findByText('Adaeze Okafor')).toBeVisible();
  });

  test.each([
    ['is refused', refuse(profile, 'UNAUTHENTICATED', 'Please log in.')],
    ['breaks', breakDown(profile, 500)],
    ['is not answered', noAnswer(profile)],
  ])('forgets the token and goes to the login where the profile %s', async (_, handler) => {
    const view = renderRoute('/settings', { token: aToken(), handlers: [handler] });
    expect(await screen.findByRole('heading', { name: 'Sign in' }, { timeout: 3000 })).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();
    expect(view.path()).toBe('/login');
  });

  test('keeps whom it remembers where the server is only away', async () => {
    rememberUser();
    const view = renderRoute('/settings', { token: aToken(), handlers: [noAnswer(profile)] });
    expect(await screen.findByText('Failed to load profile information', {}, { timeout: 3000 })).toBeVisible();
    expect(view.path()).toBe('/settings');
    expect(localStorage.getItem('token')).not.toBeNull();
  });
});

describe('a list is asked for', () => {
  /** How often; nobody but `as` has a profile that is answered. */
  function asked(path: string, key: 'GET /api/expenses' | 'GET /api/admin/expenses-with-users', as?: UserJson) {
    let calls = 0;
    const counted = answer(key, () => {
      calls += 1;
      return [];
    });
    const who = as ? { as } : { token: aToken() };
    const view = renderRoute(path, {
      ...who,
      handlers: [counted, hang('GET /api/admin/users'), ...(as ? [] : [hang(profile)])],
    });
    return { ...view, calls: () => calls };
  }

  test('while it is not known yet who is there', async () => {
    const { calls } = asked('/my-expenses', 'GET /api/expenses');
    expect(await screen.findByText('Loading...')).toBeVisible();
    await waitFor(() => expect(calls()).toBe(1));
  });

  test('once, however long the screen takes', async () => {
    const { calls } = asked('/my-expenses', 'GET /api/expenses', aUser());
    expect(await screen.findByText('No expenses found')).toBeVisible();
    expect(calls()).toBe(1);
  });

  test.each([
    ['not for a member', 'team_member', '/admin', 0],
    ['not for another tab', 'super_admin', '/admin?tab=users', 0],
    ['for a super admin', 'super_admin', '/admin', 1],
  ] as const)('of everybody: %s', async (_, role, path, times) => {
    localStorage.setItem('user', JSON.stringify(aUser({ role })));
    const { calls, router, queryClient } = asked(path, 'GET /api/admin/expenses-with-users');
    await waitFor(() => expect(router.state.status).toBe('idle'));
    // Known at once, where a call is counted only when it arrives.
    expect(queryClient.getQueryCache().findAll({ queryKey: allExpensesQuery.queryKey })).toHaveLength(times);
    await waitFor(() => expect(calls()).toBe(times));
  });
});

describe('the end of a session', () => {
  test('a refused call anywhere forgets everything and goes to the login', async () => {
    const view = renderRoute('/my-expenses', {
      as: aUser(),
      handlers: [refuse('GET /api/expenses', 'UNAUTHENTICATED', 'Please log in.')],
    });
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
    await waitFor(() => expect(view.queryClient.getQueryCache().getAll()).toEqual([]));
  });

  test('a logout in another tab ends it here as well', async () => {
    const view = renderRoute('/settings', { as: aUser() });
    await screen.findByRole('heading', { name: 'Settings' });
    localStorage.clear();
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null })));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(view.path()).toBe('/login');
  });
});
