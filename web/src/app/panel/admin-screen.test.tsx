import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { answer, aUser, expectAccessible, findToast, refuse } from '../testing';
import { onAPhone, renderPanel } from '#panel/testing';

const DENIED = 'Only Super Admins can view the Admin panel data. Please log in with a super admin account.';
const LIST = 'GET /api/admin/expenses-with-users';

describe('admin panel', () => {
  test.each(['team_member', 'partner'] as const)('denies access to a %s without loading anything', async (role) => {
    let asked = 0;
    const counting = answer(LIST, () => {
      asked += 1;
      return [];
    });
    renderPanel('/admin', { as: aUser({ role }), handlers: [counting] });
    expect(await screen.findByText(DENIED)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Access denied' })).toBeVisible();
    expect(screen.queryByRole('tab')).toBeNull();
    expect(asked).toBe(0);
    await expectAccessible();
  });

  test.each([
    ['/admin', LIST],
    ['/admin?tab=reports', 'GET /api/admin/reports'],
    ['/admin?tab=users', 'GET /api/admin/users'],
    ['/admin-expenses', LIST],
    ['/admin', 'GET /api/admin/exchange-rate-sources'],
    ['/admin?expense=EXP-0001', 'GET /api/admin/expenses/{id}/audit'],
  ] as const)('where %s has its load %s refused with 403, access is denied and a toast says so', async (path, call) => {
    renderPanel(path, {
      handlers: [
        refuse(call, 'FORBIDDEN', 'Super admins only'),
        answer('GET /api/admin/reports', []),
        answer('GET /api/admin/invites', []),
      ],
    });
    expect(await screen.findByText(DENIED)).toBeVisible();
    expect(await findToast('Access denied. Only Super Admins can view admin data.')).toBeVisible();
  });

  test('shows its title and tabs, with the open tab in the URL', async () => {
    const view = renderPanel('/admin', { handlers: [answer('GET /api/admin/reports', [])] });
    expect(await screen.findByRole('heading', { name: 'Admin Panel', level: 1 })).toBeVisible();
    expect(screen.getByText('Manage users, approve expenses, and view analytics')).toBeVisible();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Expenses',
      'Payments',
      'Reports',
      'Users',
      'Analytics',
    ]);
    await view.user.click(screen.getByRole('tab', { name: 'Reports' }));
    expect(await screen.findByText('No reports found')).toBeVisible();
    expect(view.router.state.location.search).toEqual({ tab: 'reports' });

    await view.user.click(screen.getByRole('tab', { name: 'Analytics' }));
    expect(await screen.findByText('No expenses in these months')).toBeVisible();
  });

  test('arrow keys move between the tabs, and Enter opens one', async () => {
    const view = renderPanel();
    const tab = (name: string) => screen.getByRole('tab', { name });
    (await screen.findByRole('tab', { name: 'Expenses' })).focus();
    await view.user.keyboard('{ArrowLeft}');
    expect(tab('Analytics')).toHaveFocus();
    await view.user.keyboard('{ArrowRight}');
    expect(tab('Expenses')).toHaveFocus();
    await view.user.keyboard('{ArrowRight}{End}');
    expect(tab('Analytics')).toHaveFocus();
    expect(tab('Expenses')).toHaveAttribute('aria-selected', 'true');
    await view.user.keyboard('{Enter}');
    // The panel has its name before its content.
    await screen.findByText('No expenses in these months');
    expect(screen.getByRole('tabpanel', { name: 'Analytics' })).toHaveTextContent('No expenses in these months');
    await expectAccessible();
    await view.user.keyboard('{Home}{Enter}');
    expect(await screen.findByRole('tabpanel', { name: 'Expenses' })).toBeVisible();
  });

  test('a small screen shows the tabs as a select', async () => {
    onAPhone();
    const view = renderPanel();
    const sections = await screen.findByRole('combobox', { name: 'Section' });
    expect(
      within(sections)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Expenses', 'Payments', 'Reports', 'Users', 'Analytics']);
    expect(screen.queryByRole('tab')).toBeNull();
    await view.user.selectOptions(sections, 'Analytics');
    expect(await screen.findByText('No expenses in these months')).toBeVisible();
    await expectAccessible();
  });

  test('/admin-expenses shows the list without tabs', async () => {
    renderPanel('/admin-expenses');
    expect(await screen.findByRole('heading', { name: 'Admin Expenses', level: 1 })).toBeVisible();
    expect(await screen.findByRole('button', { name: 'EXP-0001' })).toBeVisible();
    expect(screen.queryByRole('tab')).toBeNull();
  });
});
