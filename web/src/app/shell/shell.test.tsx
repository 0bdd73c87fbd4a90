import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { answer, anExpense, aUser, expectAccessible, renderRoute, trailState } from '../testing';

const noExpenses = answer('GET /api/expenses', []);
const links = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

describe('shell', () => {
  test.each([
    ['team_member', 'TEAM MEMBER', false],
    ['partner', 'PARTNER', false],
    ['super_admin', 'SUPER ADMIN', true],
  ] as const)('a %s has the badge %s; admin panel in the menu: %s', async (role, badge, admin) => {
    renderRoute('/my-expenses', { as: aUser({ role }), handlers: [noExpenses] });
    expect(await screen.findByText(badge)).toBeVisible();
    expect(screen.getByText('Ada Okafor')).toBeVisible();
    expect(screen.getByText('ada@example.com')).toBeVisible();
    expect(links()).toEqual([
      'My ExpensesTrack and manage expenses',
      'Submit ExpenseAdd new expense',
      'My ReportsMonthly expense reports',
      'SettingsProfile and preferences',
      ...(admin ? ['Admin PanelUser and expense management', 'Audit TrailEvery event, signed'] : []),
    ]);
    await expectAccessible();
  });

  test('the menu button toggles the sidebar; the backdrop, Escape and a chosen item close it', async () => {
    const view = renderRoute('/my-expenses', { as: aUser(), handlers: [noExpenses] });
    const button = await screen.findByRole('button', { name: 'Open menu' });
    const isOpen = () => button.getAttribute('aria-expanded') === 'true';

    await view.user.click(button);
    expect(isOpen()).toBe(true);
    await view.user.click(button);
    expect(isOpen()).toBe(false);

    await view.user.click(button);
    await view.user.click(screen.getByTestId('backdrop'));
    expect(isOpen()).toBe(false);

    await view.user.click(button);
    await view.user.keyboard('{Escape}');
    expect(isOpen()).toBe(false);

    await view.user.click(button);
    await view.user.click(screen.getByRole('link', { name: /Settings/ }));
    expect(isOpen()).toBe(false);
    expect(view.path()).toBe('/settings');
  });

  test('a navigation focuses the new heading and changes the document title', async () => {
    const view = renderRoute('/my-expenses', { as: aUser(), handlers: [noExpenses] });
    await view.user.click(await screen.findByRole('link', { name: /Settings/ }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Settings' })).toHaveFocus());
    expect(document.title).toBe('Settings · Outlay');
  });

  describe('what waits for a decision', () => {
    const claims = ['submitted', 'submitted', 'approved'] as const;
    const counted = (asked: string[]) =>
      answer('GET /api/admin/expenses-with-users', ({ query }) => {
        asked.push(query.get('status') ?? 'all');
        return claims.map((status, index) => anExpense({ id: `e-${index}`, status }));
      });

    test('is counted for a super admin beside the panel and in the tab, and opens first, the oldest before', async () => {
      const view = renderRoute('/settings', {
        as: aUser({ role: 'super_admin' }),
        handlers: [counted([]), answer('GET /api/admin/users', []), answer('GET /api/audit/state', trailState())],
      });
      const panel = await screen.findByRole('link', { name: /^Admin Panel.* 2 submitted$/ });
      await waitFor(() => expect(document.title).toBe('(2) Settings · Outlay'));
      await expectAccessible();
      await view.user.click(panel);
      await waitFor(() => expect(document.title).toBe('(2) Admin Panel · Outlay'));
      expect(view.router.state.location.search).toEqual({ status: 'submitted' });
      expect(await screen.findByLabelText('Sort by')).toHaveValue('oldest');
      expect(panel).toHaveAttribute('aria-current', 'page');
      await view.user.click(screen.getByRole('button', { name: 'Logout' }));
      await waitFor(() => expect(document.title).toBe('Sign in · Outlay'));
    });

    test.each(['team_member', 'auditor'] as const)('is not asked for a %s', async (role) => {
      const asked: string[] = [];
      renderRoute('/settings', { as: aUser({ role }), handlers: [counted(asked)] });
      await screen.findByRole('heading', { name: 'Settings' });
      await waitFor(() => expect(document.title).toBe('Settings · Outlay'));
      expect(asked).toEqual([]);
    });
  });

  test('the first link skips to the content', async () => {
    const view = renderRoute('/my-expenses', { as: aUser(), handlers: [noExpenses] });
    await screen.findByRole('heading', { name: 'My Expenses' });
    await view.user.tab();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    expect(screen.getByRole('main')).toHaveAttribute('id', 'main');
  });

  test('logout removes token and user and shows the login', async () => {
    const view = renderRoute('/my-expenses', { as: aUser(), handlers: [noExpenses] });
    await view.user.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
  });

  test('a chosen theme is stored and applied, and choosing System removes it', async () => {
    const view = renderRoute('/my-expenses', { as: aUser(), handlers: [noExpenses] });
    await view.user.click(await screen.findByRole('button', { name: 'Dark theme' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    expect(screen.getByRole('button', { name: 'Dark theme' })).toHaveAttribute('aria-pressed', 'true');
    await view.user.click(screen.getByRole('button', { name: 'System theme' }));
    expect(document.documentElement.dataset.theme).toBe('light');
    expect(localStorage.getItem('theme')).toBeNull();
  });

  test('the sidebar is collapsed to its icons, and stays so at the next visit', async () => {
    const shown = () => screen.getByRole('complementary', { name: 'Sidebar' }).parentElement;
    const view = renderRoute('/my-expenses', { as: aUser(), handlers: [noExpenses] });
    await view.user.click(await screen.findByRole('button', { name: 'Collapse sidebar' }));
    expect(shown()).toHaveAttribute('data-sidebar', 'icons');
    expect(links()).toContain('SettingsProfile and preferences');
    view.unmount();
    const again = renderRoute('/my-expenses', { as: aUser(), handlers: [noExpenses] });
    await again.user.click(await screen.findByRole('button', { name: 'Expand sidebar' }));
    expect(shown()).not.toHaveAttribute('data-sidebar');
  });

  test('every screen is marked while the browser is offline', async () => {
    renderRoute('/settings', { as: aUser(), handlers: [noExpenses] });
    await screen.findByRole('heading', { name: 'Settings' });
    expect(screen.queryByText('Offline')).toBeNull();
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByText('Offline')).toBeVisible();
    await expectAccessible();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.queryByText('Offline')).toBeNull();
  });
});
