import { describe, expect, test } from '@jest/globals';
import type { InviteJson, ManagedUserJson, PendingChangeJson } from '@outlay/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, aUser, expectAccessible, findInPlace, findToast, refuse } from '#app/testing';
import { BOSS, renderPanel } from '#panel/testing';

const USERS = 'GET /api/admin/users';
const INVITES = 'GET /api/admin/invites';
const ANSWER = 'PUT /api/admin/users/{id}/pending-change';
const ANSWER_INVITE = 'PUT /api/admin/invites/{id}/confirmation';
const WAITS = 'This waits until another super admin confirms it.';

const cleo = aUser({ id: 'boss-2', first_name: 'Cleo', email: 'cleo@example.com', role: 'super_admin' });
const change: PendingChangeJson = {
  id: 'change-1',
  action: 'change',
  role: 'super_admin',
  status: null,
  requested_by_id: cleo.id,
  requested_by_email: cleo.email,
  requested_at: '2026-06-15T10:00:00.000Z',
};
const ada: ManagedUserJson = { ...aUser(), pending_change: change };
const invite: InviteJson = {
  id: 'invite-1',
  email: 'new@example.com',
  role: 'super_admin',
  token: 'token-1',
  expires_at: '2999-01-01T00:00:00.000Z',
  used_at: null,
  confirmation: {
    status: 'waiting',
    requested_by_id: BOSS.id,
    requested_by_email: BOSS.email,
    requested_at: '2026-06-16T10:00:00.000Z',
  },
};

interface Waiting {
  users?: ManagedUserJson[];
  invites?: InviteJson[];
  handlers?: NonNullable<Parameters<typeof renderPanel>[1]>['handlers'];
}
const usersTab = ({ users = [BOSS, cleo, ada], invites = [], handlers = [] }: Waiting = {}) =>
  renderPanel('/admin?tab=users', {
    handlers: [
      ...handlers,
      answer(USERS, () => [...users]),
      answer(INVITES, () => [...invites]),
      answer('GET /api/audit/people/{id}', { history: [] }),
    ],
  });
const findWaiting = async () => within(await screen.findByRole('list', { name: 'Waiting for a second super admin' }));

describe('changes that wait for a second super admin', () => {
  test('is shown with whom it concerns, who asked, and since when', async () => {
    const leaving = {
      ...cleo,
      pending_change: { ...change, id: 'change-2', role: 'partner', status: 'inactive' } as const,
    };
    usersTab({ users: [BOSS, leaving, ada], invites: [invite] });
    const items = (await findWaiting()).getAllByRole('listitem').map((item) => item.textContent);
    expect(items).toHaveLength(3);
    expect(items[0]).toContain(
      'Cleo Okafor, cleo@example.comRole: Super Admin to Partner, DeactivateAsked for by cleo@',
    );
    expect(items[1]).toContain(
      'Ada Okafor, ada@example.comRole: Team Member to Super AdminAsked for by cleo@example.com on',
    );
    expect(items[1]).toMatch(/2026.*ConfirmRefuse$/);
    expect(items[2]).toMatch(/^new@example.comInvite as Super AdminAsked for by you on .*Withdraw$/);
    await expectAccessible();
  });

  test('is confirmed, and then no longer there', async () => {
    const users: ManagedUserJson[] = [BOSS, ada];
    const sent: unknown[] = [];
    const confirm = answer(ANSWER, ({ body, params }) => {
      sent.push([params.id, body]);
      users.splice(1, 1, aUser({ role: 'super_admin' }));
      return { message: 'Confirmed', user: aUser({ role: 'super_admin' }) };
    });
    const view = usersTab({ users, handlers: [confirm] });
    await view.user.click(
      (await findWaiting()).getByRole('button', { name: 'Confirm for Ada Okafor, ada@example.com' }),
    );
    expect(await findToast('Confirmed')).toBeVisible();
    expect(sent).toEqual([['user-1', { change_id: 'change-1', answer: 'confirm' }]]);
    await waitFor(() => expect(screen.queryByText('Waiting for a second super admin')).toBeNull());
  });

  test('shows the reset code to who confirms it', async () => {
    const waiting = { ...cleo, pending_change: { ...change, action: 'reset_code', role: null } as const };
    const confirm = answer(ANSWER, {
      message: 'Confirmed',
      user: cleo,
      reset_code: '012345',
      expires_in_seconds: 3600,
    });
    const view = usersTab({ users: [BOSS, waiting], handlers: [confirm] });
    const list = await findWaiting();
    expect(list.getByText('Password reset code')).toBeVisible();
    await view.user.click(list.getByRole('button', { name: /^Confirm/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Password Reset Code' }));
    expect(dialog.getByText('012345')).toBeVisible();
  });

  test('can be withdrawn by who asked, as an invite too', async () => {
    const sent: unknown[] = [];
    const withdraw = answer(ANSWER_INVITE, ({ body, params }) => {
      sent.push([params.id, body]);
      return { message: 'Withdrawn', invite };
    });
    const view = usersTab({ invites: [invite], users: [BOSS], handlers: [withdraw] });
    await view.user.click((await findWaiting()).getByRole('button', { name: 'Withdraw for new@example.com' }));
    expect(await findToast('Withdrawn')).toBeVisible();
    expect(sent).toEqual([['invite-1', { answer: 'withdraw' }]]);
  });

  test('answered by somebody else meanwhile shows the reason, and loads again', async () => {
    const users: ManagedUserJson[] = [BOSS, ada];
    const view = usersTab({ users, handlers: [refuse(ANSWER, 'CONFLICT', 'This no longer waits.')] });
    const list = await findWaiting();
    users.splice(1, 1, aUser());
    await view.user.click(list.getByRole('button', { name: /^Refuse/ }));
    expect(await findToast('This no longer waits.')).toBeVisible();
    expect(await findInPlace('This no longer waits.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Waiting for a second super admin')).toBeNull());
  });

  test('is said to wait when it is asked for', async () => {
    const view = usersTab({
      users: [BOSS, cleo, aUser()],
      handlers: [
        answer('PUT /api/admin/users/{id}/role', { message: WAITS, user: ada }),
        answer('POST /api/admin/users/{id}/reset-code', {
          reset_code: '',
          expires_in_seconds: 0,
          message: WAITS,
          pending_change: change,
        }),
      ],
    });
    await view.user.click(await screen.findByRole('button', { name: 'Reset Code for Cleo Okafor' }));
    expect(await findToast(WAITS)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    await view.user.click(screen.getByRole('button', { name: 'Edit Ada Okafor' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
    await view.user.selectOptions(dialog.getByLabelText('Role'), 'Super Admin');
    await view.user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText('User updated')).toBeNull();
  });

  test('is the status of an invite, until it was refused or withdrawn', async () => {
    const { confirmation } = invite;
    if (!confirmation) throw new Error('The invite waits');
    const withStatus = (id: string, status: typeof confirmation.status) => ({
      ...invite,
      id,
      confirmation: { ...confirmation, status },
    });
    const made = { ...invite, email: 'new@example.com' };
    const view = usersTab({
      users: [BOSS],
      invites: [invite, withStatus('2', 'refused'), withStatus('3', 'withdrawn')],
      handlers: [answer('POST /api/auth/invites', made)],
    });
    const invites = within(await screen.findByRole('table', { name: 'Existing Invites' }));
    const rows = invites.getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell')[4]?.textContent)).toEqual([
      'Waiting',
      'Refused',
      'Withdrawn',
    ]);
    for (const name of [/^Copy/, /^Revoke/]) expect(invites.getAllByRole('button', { name })).toHaveLength(1);
    await view.user.type(screen.getByLabelText('Email'), 'new@example.com');
    await view.user.click(screen.getByRole('button', { name: 'Create Invite' }));
    expect(await screen.findByText('It can be used once another super admin has confirmed it.')).toBeVisible();
  });
});
