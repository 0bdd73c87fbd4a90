import { describe, expect, test } from '@jest/globals';
import type { ExpenseJson, UserJson } from '@outlay/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import {
  answer,
  breakDown,
  anExpense,
  aReport,
  aRun,
  aUser,
  expectAccessible,
  rateSources,
  trailState,
  renderRoute,
} from '../testing';

const EXPENSES = [
  anExpense({ id: 'e-1', expense_id: 'EXP-NAIROBI', justification: 'Two nights in Nairobi' }),
  anExpense({ id: 'e-2', expense_id: 'EXP-TAXI', justification: 'Taxi to the airport', status: 'draft' }),
];
const show = (
  path = '/my-expenses',
  role: 'team_member' | 'super_admin' = 'team_member',
  { claims = [], users = [] }: { claims?: ExpenseJson[]; users?: UserJson[] } = {},
) =>
  renderRoute(path, {
    as: aUser({ role }),
    handlers: [
      answer('GET /api/expenses', EXPENSES),
      // The form of a new claim may ask for a rate before a test ends.
      breakDown('GET /api/exchange-rate', 503),
      answer('GET /api/expenses/{id}/audit', { audit_log: [] }),
      answer('GET /api/admin/my-reports', { reports: [] }),
      answer('GET /api/admin/expenses-with-users', () => claims),
      answer('GET /api/admin/expenses/{id}/audit', { history: [] }),
      answer('GET /api/admin/expenses/{id}/duplicates', { duplicates: [] }),
      answer('GET /api/admin/payment-runs', [aRun()]),
      answer('GET /api/admin/payment-runs/{id}', aRun()),
      answer('GET /api/admin/reports', [aReport({ payment_id: '00000000-0000-8000-8000-000000000000' })]),
      answer('GET /api/admin/invites', []),
      answer('GET /api/audit/tokens', []),
      answer('GET /api/admin/users', users),
      answer('GET /api/admin/exchange-rate-sources', rateSources()),
      answer('GET /api/audit/state', trailState()),
    ],
  });
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });
const palette = () => screen.findByRole('dialog', { name: 'Search and commands' });
const options = () => screen.getAllByRole('option').map((option) => option.textContent);

async function focusedPalette() {
  await palette();
  await waitFor(() => expect(screen.getByRole('combobox')).toHaveFocus());
}

async function openPalette(view: ReturnType<typeof renderRoute>, typed = '') {
  await view.user.keyboard('{Control>}k{/Control}');
  await focusedPalette();
  if (typed) await view.user.keyboard(typed);
}

describe('the command palette', () => {
  test('lists the screens of a member, opens one, and focuses its heading', async () => {
    const view = show();
    await heading('My Expenses');
    await openPalette(view);
    expect(options().join(' ')).not.toContain('Admin Panel');
    await expectAccessible();
    await view.user.keyboard('my rep{Enter}');
    await waitFor(async () => expect(await heading('My Reports')).toHaveFocus());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each(['ｍｙ ＲＥＰ', 'My\u00a0re\u00adports', 'MÝ RÉPORTS'])('finds a screen by %s', async (typed) => {
    const view = show();
    await heading('My Expenses');
    await openPalette(view);
    await view.user.click(screen.getByRole('combobox'));
    await view.user.paste(typed);
    expect(options()).toContain('My ReportsMonthly expense reports');
  });

  test('offers a super admin the panel, its tabs and a search of all expenses', async () => {
    const view = show('/settings', 'super_admin');
    await heading('Settings');
    await openPalette(view, 'admin');
    expect(options()).toEqual([
      'Admin PanelUser and expense management',
      'Admin Panel: PaymentsWho is owed how much',
      'Admin Panel: ReportsMonthly expense reports',
      'Admin Panel: UsersInvites, roles and reset codes',
      'Search my expenses for “admin”',
      'Search everybody’s expenses for “admin”',
    ]);
    await view.user.click(screen.getByRole('option', { name: /everybody/ }));
    await heading('Admin Panel');
    expect(view.router.state.location.search).toEqual({ q: 'admin' });
  });

  test('finds one of the user’s own expenses and opens it', async () => {
    const view = show('/settings');
    await heading('Settings');
    await openPalette(view, 'taxi');
    await view.user.click(await screen.findByRole('option', { name: /Taxi to the airport.*EXP-TAXI/ }));
    expect(await screen.findByRole('dialog', { name: 'Expense details' })).toHaveTextContent('EXP-TAXI');
  });

  test('searches the expense list if nothing else matches', async () => {
    const view = show('/settings');
    await heading('Settings');
    await openPalette(view, 'zeppelin');
    expect(options()).toEqual(['Search my expenses for “zeppelin”']);
    await view.user.keyboard('{Enter}');
    expect(await screen.findByText('No matching expenses')).toBeVisible();
  });

  test('finds people and everybody’s claims for a super admin, and the form for an invite', async () => {
    const view = show('/settings', 'super_admin', {
      claims: [anExpense({ id: 'e-9', expense_id: 'EXP-LAGOS', user_name: 'Tunde Ade', justification: 'Lagos hotel' })],
      users: [aUser({ id: 'u-9', first_name: 'Lagos', last_name: 'Ade', email: 'lagos@example.com' })],
    });
    await heading('Settings');
    await openPalette(view, 'lagos');
    await view.user.click(await screen.findByRole('option', { name: /^Lagos hotel.*Tunde Ade.*EXP-LAGOS/ }));
    await screen.findByRole('dialog', { name: 'EXP-LAGOS' }, { timeout: 15_000 });
    // Over an open claim as well.
    await openPalette(view, 'lagos');
    await view.user.click(await screen.findByRole('option', { name: /^Lagos Ade.*lagos@example.com/ }));
    await waitFor(() => expect(view.router.state.location.search).toEqual({ user: 'lagos@example.com' }));
    await openPalette(view, 'invite som');
    await view.user.keyboard('{Enter}');
    await waitFor(() => expect(view.router.state.location.search).toEqual({ tab: 'users' }));
  });

  test('finds payment runs, and reports by the reference of their payment, for a super admin', async () => {
    const view = show('/settings', 'super_admin');
    await heading('Settings');
    await openPalette(view, 'k7q2m');
    await view.user.click(await screen.findByRole('option', { name: /^Payment run RUN-2026-03-31-K7Q2M/ }));
    await waitFor(() => expect(view.router.state.location.search).toEqual({ tab: 'payments', run: 'run-1' }));
    await openPalette(view, 'pay-0000000000');
    await view.user.click(await screen.findByRole('option', { name: /^Report of Ada Okafor.*225.00 EUR/ }));
    await waitFor(() => expect(view.router.state.location.search).toEqual({ tab: 'reports', report: 'report-1' }));
  });

  test('offers a super admin to pay the people with approved claims', async () => {
    const view = show('/settings', 'super_admin', {
      claims: [anExpense({ status: 'approved', user_name: 'Tunde Ade', user_email: 'tunde@example.com' })],
    });
    await heading('Settings');
    await openPalette(view, 'pay tunde');
    await view.user.click(await screen.findByRole('option', { name: /^Pay Tunde Ade.*1 approved expense in EUR/ }));
    await waitFor(() =>
      expect(view.router.state.location.search).toEqual({ status: 'approved', user: 'tunde@example.com' }),
    );
  });

  test('asks for no payments of others for a member', async () => {
    const view = show();
    await heading('My Expenses');
    await openPalette(view, 'k7q2m');
    await screen.findByRole('option', { name: /^Search my expenses/ });
    await waitFor(() => expect(options()).toEqual(['Search my expenses for “k7q2m”']));
  });

  test('changes the theme and restores the focus', async () => {
    const view = show('/settings');
    const field = await screen.findByLabelText('Current password');
    await view.user.click(field);
    await openPalette(view, 'dark{Enter}');
    await waitFor(() => expect(field).toHaveFocus());
    expect(document.documentElement.dataset.theme).toBe('dark');
  });

  test('logs out', async () => {
    const view = show('/settings');
    await heading('Settings');
    await openPalette(view, 'logout{Enter}');
    expect(await heading('Sign in')).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();
  });

  test('opens from the sidebar and on the submit form, and closes with the same shortcut', async () => {
    const view = show('/settings');
    await view.user.click(await screen.findByRole('button', { name: 'Search' }));
    await focusedPalette();
    await view.user.keyboard('submit{Enter}');
    await heading('Submit Expense');
    await openPalette(view);
    await view.user.keyboard('{Meta>}k{/Meta}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('single-key shortcuts', () => {
  const shortcuts = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' });

  test('c opens a new expense', async () => {
    const view = show();
    await heading('My Expenses');
    await view.user.keyboard('c');
    await waitFor(async () => expect(await heading('Submit Expense')).toHaveFocus());
  });

  test('/ focuses the search field', async () => {
    const view = show();
    await heading('My Expenses');
    await view.user.keyboard('/taxi');
    expect(screen.getByLabelText('Search')).toHaveValue('taxi');
  });

  test('are ignored in text fields, with Ctrl, and while a dialog is open', async () => {
    const view = show();
    await view.user.click(await screen.findByLabelText('Search'));
    await view.user.keyboard('c?');
    expect(screen.getByLabelText('Search')).toHaveValue('c?');
    await view.user.click(await heading('My Expenses'));
    await view.user.keyboard('{Control>}c{/Control}');
    await openPalette(view, 'c?');
    expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull();
    expect(view.path()).toBe('/my-expenses');
  });

  test('? lists the shortcuts of the screen and the global ones', async () => {
    const view = show('/admin', 'super_admin');
    await heading('Admin Panel');
    await view.user.keyboard('?');
    const list = within(await shortcuts());
    await expectAccessible();
    const keysIn = (name: string) =>
      [...list.getByRole('region', { name }).querySelectorAll('kbd')].map(({ textContent }) => textContent);
    expect(keysIn('Everywhere')).toEqual(['Ctrl K', 'c', '?', 'Esc']);
    expect(keysIn('On this screen')).toEqual(['/', 'j', 'k', 'a', 'r', 'u', 'z', 'e', 'o']);
    await view.user.keyboard('c');
    expect(view.path()).toBe('/admin');
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('can be turned off, and on again through the palette', async () => {
    const view = show();
    await heading('My Expenses');
    await view.user.keyboard('?');
    await view.user.click(within(await shortcuts()).getByRole('checkbox'));
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await view.user.keyboard('c?');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(view.path()).toBe('/my-expenses');

    await openPalette(view, 'keyboard{Enter}');
    await view.user.click(within(await shortcuts()).getByRole('checkbox'));
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await view.user.keyboard('c');
    expect(await heading('Submit Expense')).toBeVisible();
  });
});
