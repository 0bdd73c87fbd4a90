import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, anExpense, aReport, aUser, expectAccessible, hang, renderRoute } from '#app/testing';
import { storeUser } from '#lib/session';
import { onAPhone, renderPanel, SLOW } from '#panel/testing';

const AUDITOR = aUser({ id: 'audrey', first_name: 'Audrey', email: 'audrey@example.com', role: 'auditor' });
const invite = {
  id: 'invite-1',
  email: 'new@example.com',
  role: 'partner' as const,
  token: '',
  expires_at: '2999-01-01T00:00:00.000Z',
  used_at: null,
};
const statuses = ['submitted', 'approved', 'rejected', 'draft'] as const;
const expenses = statuses.map((status, n) => anExpense({ id: `e-${n}`, expense_id: `EXP-000${n}`, status }));
const panel = (path: string) =>
  renderPanel(path, {
    as: AUDITOR,
    expenses,
    users: [AUDITOR, aUser()],
    handlers: [
      answer('GET /api/admin/invites', [invite]),
      answer('GET /api/admin/reports', [aReport({ status: 'failed' })]),
      answer('GET /api/audit/people/{id}', { history: [] }),
    ],
  });
const AUDIT = [
  hang('GET /api/audit/state'),
  hang('GET /api/audit/timeline'),
  hang('GET /api/audit/checkpoint'),
  hang('GET /api/audit/verifications'),
  hang('GET /api/admin/users'),
  hang('GET /api/expenses'),
  hang('GET /api/admin/my-reports'),
];
const WRITES = /\b(approve|reject|revert|edit|pay|create|reset|select|revoke|again|mark)\b/i;
const writing = () =>
  [...screen.queryAllByRole('button'), ...screen.queryAllByRole('checkbox')].filter((each) =>
    WRITES.test(each.getAttribute('aria-label') ?? each.textContent ?? ''),
  );

describe('an auditor', () => {
  test('has the panel, the audit trail and the settings in the menu', async () => {
    panel('/admin');
    expect(await screen.findByText('AUDITOR')).toBeVisible();
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([
      'SettingsProfile and preferences',
      'Admin PanelUser and expense management',
      'Audit TrailEvery event, signed',
    ]);
  });

  describe.each(['known', 'not known yet'])('whose role is %s', (role) => {
    test.each(['/my-expenses', '/my-reports', '/submit-expense', '/'])(
      'is sent from %s to the audit trail',
      async (path) => {
        if (role === 'known') storeUser(AUDITOR);
        const view = renderRoute(path, { as: AUDITOR, handlers: AUDIT });
        await waitFor(() => expect(view.router.state.location.pathname).toBe('/audit'), SLOW);
      },
    );
  });

  test.each(['on a screen', 'on a phone'])('sees all expenses and no action, %s', async (where) => {
    if (where === 'on a phone') onAPhone();
    panel('/admin');
    for (const { expense_id } of expenses) expect(await screen.findByText(expense_id, {}, SLOW)).toBeVisible();
    expect(writing()).toEqual([]);
    expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
    await expectAccessible();
  });

  test('opens an expense without actions, also not by keys', async () => {
    const view = panel('/admin?expense=EXP-0000');
    const sheet = await screen.findByRole('dialog', { name: 'EXP-0000' }, SLOW);
    await view.user.keyboard('aruev');
    expect(writing()).toEqual([]);
    expect(screen.getAllByRole('dialog')).toEqual([sheet]);
    await view.user.keyboard('j');
    expect(await screen.findByRole('dialog', { name: 'EXP-0001' })).toBeVisible();
    await expectAccessible();
  });

  test('sees users with their history, invites without their codes, and no form', async () => {
    const view = panel('/admin?tab=users');
    const users = within(await screen.findByRole('table', { name: 'Users' }, SLOW));
    const invites = within(await screen.findByRole('table', { name: 'Existing Invites' }));
    expect(invites.queryByRole('columnheader', { name: 'Token' })).toBeNull();
    await screen.findByRole('region', { name: 'Audit tokens' }, SLOW);
    expect(writing()).toEqual([]);
    await view.user.click(users.getByRole('button', { name: 'History of Ada Okafor' }));
    expect(await screen.findByRole('dialog', { name: 'Ada Okafor' })).toBeVisible();
    await expectAccessible();
  });

  test('sees reports, and cannot have one made again', async () => {
    panel('/admin?tab=reports&report=report-1');
    await screen.findByRole('dialog', {}, SLOW);
    expect(writing()).toEqual([]);
  });
});
