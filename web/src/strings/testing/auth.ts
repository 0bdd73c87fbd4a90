import { screen, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { answer, aUser, breakDown, renderRoute } from '#app/testing';
import type { States } from './states';

const STRONG = 'Correct-horse-1';
const RESET = 'POST /api/auth/reset-password-with-code';
const REGISTER = 'POST /api/auth/register';

const signIn = async (route: string, email: string, handlers: HttpHandler[] = []) => {
  const view = renderRoute(route, { handlers });
  await view.user.type(await screen.findByLabelText('Email'), email);
  await view.user.type(screen.getByLabelText('Password'), 'secret');
  await view.user.click(await screen.findByRole('button', { name: 'Sign in' }));
};

const reset = async (route: string, [code = '', password = '', confirmation = ''], handlers: HttpHandler[] = []) => {
  const view = renderRoute(route, { handlers });
  await view.user.click(await screen.findByRole('button', { name: 'Reset with admin code' }));
  const form = within(screen.getByRole('form'));
  await view.user.type(form.getByLabelText('Account email'), 'ada@example.com');
  if (code) await view.user.type(form.getByLabelText('6-digit code'), code);
  if (password) await view.user.type(form.getByLabelText('New password'), password);
  if (confirmation) await view.user.type(form.getByLabelText('Confirm new password'), confirmation);
  await view.user.click(form.getByRole('button', { name: 'Reset password' }));
};

const registered = async (route: string, handler: HttpHandler) => {
  const view = renderRoute(route, { handlers: [handler] });
  for (const [label, value] of [
    ['First name', 'Ada'],
    ['Last name', 'Okafor'],
    ['Invite code', 'invite-1'],
    ['Email', 'ada@example.com'],
    ['Password', STRONG],
    ['Confirm password', STRONG],
  ] as const) {
    await view.user.type(await screen.findByLabelText(label), value);
  }
  await view.user.click(screen.getByRole('button', { name: 'Create account' }));
};

const typed = async (route: string, fields: Record<string, string>) => {
  const view = renderRoute(route);
  for (const [label, value] of Object.entries(fields)) await view.user.type(await screen.findByLabelText(label), value);
};

export const auth: States = {
  'login: opened': (route) => renderRoute(route),
  'login: refused without words': (route) => signIn(route, 'ada@example.com', [breakDown('POST /api/auth/login', 500)]),
  'login: resetting': async (route) => {
    const view = renderRoute(route);
    await view.user.click(await screen.findByRole('button', { name: 'Reset with admin code' }));
  },
  'reset: incomplete': (route) => reset(route, []),
  'reset: mistyped': (route) => reset(route, ['123456', STRONG, 'other']),
  'reset: refused without words': (route) => reset(route, ['123456', STRONG, STRONG], [breakDown(RESET, 500)]),
  'reset: done without words': (route) => reset(route, ['123456', STRONG, STRONG], [answer(RESET, { message: '' })]),

  'register: opened': (route) => renderRoute(route),
  'register: weak password': (route) => typed(route, { 'Invite code': 'invite-1', Password: 'weak' }),
  'register: mistyped': (route) =>
    typed(route, { 'Invite code': 'invite-1', Password: STRONG, 'Confirm password': 'other' }),
  'register: done': (route) => registered(route, answer(REGISTER, { message: 'Registered', user: aUser() })),
  'register: refused without words': (route) => registered(route, breakDown(REGISTER, 500)),
};
