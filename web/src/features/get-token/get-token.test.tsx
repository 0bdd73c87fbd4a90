import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { answer, aToken, aUser, expectAccessible, refuse, renderRoute } from '#app/testing';

const PATH = '/get-token';
const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '');

describe('the token page', () => {
  test('hides the token until Show is pressed, and warns about sharing it', async () => {
    const view = renderRoute(PATH, { as: aUser() });
    expect(await screen.findByRole('heading', { name: 'Auth Token', level: 1 })).toBeVisible();
    expect(screen.getByRole('navigation')).toBeVisible();
    expect(screen.getByText(/Whoever has this token can act as you/)).toBeVisible();
    expect(screen.queryByText(aToken())).toBeNull();
    await expectAccessible();

    await view.user.click(screen.getByRole('button', { name: 'Show token' }));
    expect(screen.getByText(aToken())).toBeVisible();
    await view.user.click(screen.getByRole('button', { name: 'Hide token' }));
    expect(screen.queryByText(aToken())).toBeNull();
  });

  test('copies the token without showing it', async () => {
    const copied: string[] = [];
    const view = renderRoute(PATH, { as: aUser() });
    Object.assign(navigator.clipboard, { writeText: async (text: string) => void copied.push(text) });
    await view.user.click(await screen.findByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
    expect(copied).toEqual([aToken()]);
    expect(screen.queryByText(aToken())).toBeNull();
  });

  test('shows the expiry of a token that has one', async () => {
    const exp = Date.UTC(2999, 0, 15, 12) / 1000;
    renderRoute(PATH, {
      token: `${part({ alg: 'HS256' })}.${part({ sub: 'user-1', exp })}.signature`,
      handlers: [answer('GET /api/auth/me', aUser())],
    });
    expect(await screen.findByText(/^Works until 15 Jan 2999/)).toBeVisible();
  });

  test('links back to the submit form', async () => {
    const view = renderRoute(PATH, { as: aUser(), handlers: [answer('GET /api/expenses', [])] });
    await view.user.click(await screen.findByRole('link', { name: 'Back' }));
    expect(await screen.findByRole('heading', { name: 'Submit Expense' })).toBeVisible();
    expect(view.path()).toBe('/submit-expense');
  });

  test('without a token, shows a message with a link to the login', async () => {
    const view = renderRoute(PATH);
    expect(await screen.findByRole('heading', { name: 'Not Logged In' })).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
    await expectAccessible();
    await view.user.click(screen.getByRole('link', { name: 'Go to Login' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  test('with a token the server rejects, removes it and shows the login', async () => {
    const view = renderRoute(PATH, {
      token: aToken(),
      handlers: [refuse('GET /api/auth/me', 'UNAUTHENTICATED', 'Please log in.')],
    });
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();
    expect(view.path()).toBe('/login');
  });
});
