import { describe, expect, test } from '@jest/globals';
import type { AuditEntryJson, InviteJson, UserJson } from '@outlay/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, aUser, breakDown, expectAccessible, findInPlace, findToast, refuse } from '#app/testing';
import { BOSS, copiedTexts, onAPhone, renderPanel, type Panel } from '#panel/testing';

const INVITES = 'GET /api/admin/invites';
const CREATE = 'POST /api/auth/invites';
const UPDATE = 'PUT /api/admin/users/{id}/role';
const CODE = 'POST /api/admin/users/{id}/reset-code';

const HISTORY = 'GET /api/audit/people/{id}';
const REGISTERED: AuditEntryJson = {
  id: 'event-1',
  action: 'created',
  field_name: null,
  old_value: null,
  new_value: null,
  change_summary: 'Registered',
  changed_by_email: 'ada@example.com',
  changed_by_role: 'team_member',
  created_at: '2026-06-15T10:00:00.000Z',
  revision: 0,
  event_type: 'AccountRegistered',
};

const ada = aUser();
const second = aUser({ id: 'boss-2', first_name: 'Cleo', email: 'cleo@example.com', role: 'super_admin' });

const usersTab = ({ handlers = [], invites = [], ...panel }: Panel & { invites?: InviteJson[] } = {}) =>
  renderPanel('/admin?tab=users', {
    users: [BOSS, ada],
    ...panel,
    handlers: [...handlers, answer(INVITES, invites), answer(HISTORY, { history: [REGISTERED] })],
  });
const anInvite = (changes: Partial<InviteJson>): InviteJson => ({
  id: 'invite-1',
  email: 'new@example.com',
  role: 'partner',
  token: 'token-1',
  expires_at: '2999-01-01T00:00:00.000Z',
  used_at: null,
  ...changes,
});
const table = async (name: string) => within(await screen.findByRole('table', { name }));

describe('users', () => {
  test('have a history, with what they accessed apart', async () => {
    const signedIn = { ...REGISTERED, id: 'event-2', action: 'accessed' as const, change_summary: 'Signed in' };
    const view = usersTab({ handlers: [answer(HISTORY, { history: [REGISTERED, signedIn] })] });
    const users = await table('Users');
    await view.user.click(users.getAllByRole('button', { name: /^Edit/ })[1] as HTMLElement);
    const access = await screen.findByRole('region', { name: 'Sign-ins and access' });
    expect(access).toHaveTextContent('1 entrySigned in');
    const changes = screen.getByRole('region', { name: 'Audit trail' });
    expect(changes).toHaveTextContent('1 entryRegistered');
    expect(changes).not.toHaveTextContent('Signed in');
  });

  test('are listed with their actions', async () => {
    usersTab({ users: [BOSS, { ...ada, status: 'inactive', reimbursement_currency: 'USD' }] });
    const users = await table('Users');
    expect(users.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Name',
      'Email',
      'Role',
      'Status',
      'Reimb. Currency',
      'Actions',
    ]);
    expect(users.getAllByRole('row')[2]).toHaveTextContent(
      'Ada Okaforada@example.comTeam MemberInactiveUSDEditReset Code',
    );
    await screen.findByText('No invites yet');
    await expectAccessible();
  });

  test('are cards on a narrow screen', async () => {
    onAPhone();
    const view = usersTab({
      users: [BOSS, { ...ada, status: 'inactive', reimbursement_currency: 'USD' }],
      invites: [anInvite({}), anInvite({ id: 'invite-2', used_at: '2026-01-01T00:00:00.000Z' })],
    });
    const users = within(await screen.findByRole('list', { name: 'Users' }));
    const cards = users.getAllByRole('listitem').map((card) => card.textContent);
    expect(cards[1]).toBe('Ada OkaforInactiveada@example.comTeam Member, reimbursed in USDEditReset Code');
    const invites = within(await screen.findByRole('list', { name: 'Existing Invites' }));
    expect(invites.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Copy link', 'Revoke']);
    expect(screen.queryByRole('table')).toBeNull();
    await expectAccessible();
    await view.user.click(users.getByRole('button', { name: 'Edit Ada Okafor' }));
    expect(await screen.findByRole('dialog', { name: 'Edit User' })).toBeVisible();
  });

  test('saving an edited user updates the list', async () => {
    let saved: UserJson = ada;
    const bodies: unknown[] = [];
    const view = usersTab({
      handlers: [
        answer('GET /api/admin/users', () => [BOSS, saved]),
        answer(UPDATE, ({ body, params }) => {
          bodies.push([params.id, body]);
          saved = { ...ada, ...(body as Partial<UserJson>) };
          return { message: 'ok', user: saved };
        }),
      ],
    });
    await view.user.click(await screen.findByRole('button', { name: 'Edit Ada Okafor' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    expect(await dialog.findByText('Registered')).toBeVisible();
    await expectAccessible();
    await view.user.clear(dialog.getByLabelText('Last name'));
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await view.user.type(dialog.getByLabelText('Last name'), 'Obi');
    await view.user.selectOptions(dialog.getByLabelText('Role'), 'Partner');
    await view.user.selectOptions(dialog.getByLabelText('Reimbursement currency'), 'USD');
    await view.user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await findToast('User updated')).toBeVisible();
    expect(bodies).toEqual([
      [
        'user-1',
        {
          first_name: 'Ada',
          last_name: 'Obi',
          role: 'partner',
          status: 'active',
          reimbursement_currency: 'USD',
        },
      ],
    ]);
    expect(await screen.findByText('Ada Obi')).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Edit User' })).toBeNull();
  });

  test.each([
    [
      'with words',
      refuse(UPDATE, 'LAST_SUPER_ADMIN', 'There must be at least one super admin.'),
      'There must be at least one super admin.',
    ],
    ['without words', breakDown(UPDATE, 500), 'Update failed'],
  ])('a change that is refused %s shows the reason', async (_, handler, message) => {
    const view = usersTab({ users: [BOSS, second], handlers: [handler] });
    await view.user.click(await screen.findByRole('button', { name: 'Edit Cleo Okafor' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
    await view.user.selectOptions(dialog.getByLabelText('Role'), 'Partner');
    await view.user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await findToast(message)).toBeVisible();
    expect(await findInPlace(message)).toBeVisible();
  });

  test.each([
    ['an inactive super admin beside', { ...second, status: 'inactive' as const }],
    ['nobody beside', ada],
  ])('the last super admin, with %s, cannot be demoted, and the reason is shown', async (_, other) => {
    const view = usersTab({ users: [BOSS, other] });
    await view.user.click(await screen.findByRole('button', { name: 'Edit Bea Okafor' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
    expect(dialog.getByLabelText('Role')).toBeDisabled();
    expect(dialog.getByLabelText('Role')).toHaveAccessibleDescription('There must be at least one super admin.');
    expect(dialog.getByLabelText('Status')).toBeDisabled();
  });

  test('a reset code is shown once', async () => {
    const view = usersTab({ handlers: [answer(CODE, { reset_code: '012345', expires_in_seconds: 3600 })] });
    await view.user.click(await screen.findByRole('button', { name: 'Reset Code for Ada Okafor' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Password Reset Code' }));
    expect(dialog.getByText('Ada Okafor, ada@example.com')).toBeVisible();
    expect(dialog.getByText('Expires in 60 minutes')).toBeVisible();
    expect(
      dialog.getByText('Share this one-time code with the user securely. It expires in about 1 hour.'),
    ).toBeVisible();
    await expectAccessible();
    const copied = copiedTexts();
    await view.user.click(dialog.getByRole('button', { name: 'Copy' }));
    expect(copied).toEqual(['012345']);
    expect(await dialog.findByRole('button', { name: 'Copied' })).toBeVisible();
    await view.user.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText('012345')).toBeNull());
  });

  test.each([
    ['with words', refuse(CODE, 'TOO_MANY_REQUESTS', 'Please wait a moment.'), 'Please wait a moment.'],
    ['without words', breakDown(CODE, 500), 'Failed to generate reset code'],
  ])('a reset code that is refused %s shows the reason', async (_, handler, message) => {
    const view = usersTab({ handlers: [handler] });
    await view.user.click(await screen.findByRole('button', { name: 'Reset Code for Ada Okafor' }));
    expect(await findToast(message)).toBeVisible();
    expect(await findInPlace(message)).toBeVisible();
  });
});

describe('invites', () => {
  test('are listed as used, expired or pending', async () => {
    usersTab({
      invites: [
        anInvite({ id: '1', used_at: '2026-01-01T00:00:00.000Z', expires_at: '2020-01-01T00:00:00.000Z' }),
        anInvite({ id: '2', expires_at: '2020-01-01T00:00:00.000Z' }),
        anInvite({ id: '3' }),
      ],
    });
    const invites = await table('Existing Invites');
    expect(invites.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Email',
      'Role',
      'Token',
      'Expires',
      'Status',
    ]);
    const statuses = invites
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[4]?.textContent);
    expect(statuses).toEqual(['Used', 'Expired', 'Pending']);
    expect(invites.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Copy link', 'Revoke']);
    await expectAccessible();
  });

  test('is revoked after a question, and says who did it', async () => {
    let invite = anInvite({});
    const view = usersTab({
      handlers: [
        answer(INVITES, () => [invite]),
        answer('DELETE /api/admin/invites/{id}', () => {
          invite = anInvite({ ended: { status: 'revoked', by_email: 'boss@example.com' } });
          return { message: 'Invite revoked', invite };
        }),
      ],
    });
    const invites = await table('Existing Invites');
    await view.user.click(invites.getByRole('button', { name: 'Revoke the invite for new@example.com' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke invite' }));
    await view.user.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await findToast('Invite revoked')).toBeVisible();
    await waitFor(() => expect(invites.getByText('Revoked by boss@example.com')).toBeVisible());
    expect(invites.queryByRole('button')).toBeNull();
    await expectAccessible();
  });

  test('that was used meanwhile leaves the question, with the reason', async () => {
    const used = 'This invite has already been used.';
    const view = usersTab({
      invites: [anInvite({})],
      handlers: [refuse('DELETE /api/admin/invites/{id}', 'CONFLICT', used)],
    });
    await view.user.click((await table('Existing Invites')).getByRole('button', { name: /^Revoke/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke invite' }));
    await view.user.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await dialog.findByText(used)).toBeVisible();
  });

  test('that ended with its maker says so', async () => {
    const ended = { status: 'maker_gone', by_email: 'cleo@example.com' } as const;
    usersTab({ invites: [anInvite({ ended }), anInvite({ id: '2', ended, used_at: '2026-01-01T00:00:00.000Z' })] });
    const [, first, second] = (await table('Existing Invites')).getAllByRole('row');
    expect(first).toHaveTextContent('Endedcleo@example.com is no longer the super admin who made it');
    expect(second).toHaveTextContent(/Used$/);
  });

  test('a new invite uses the defaults, shows its token, and is listed', async () => {
    const bodies: unknown[] = [];
    const made: InviteJson[] = [];
    const view = usersTab({
      handlers: [
        answer(INVITES, () => made),
        answer(CREATE, ({ body }) => {
          bodies.push(body);
          made.push(anInvite({ token: 'secret-token' }));
          return {
            email: 'new@example.com',
            role: 'team_member',
            token: 'secret-token',
            expires_at: '2999-01-01T00:00:00.000Z',
          };
        }),
      ],
    });
    expect(await screen.findByLabelText('Role')).toHaveValue('team_member');
    await view.user.type(screen.getByLabelText('Email'), ' New@Example.com');
    await view.user.click(screen.getByRole('button', { name: 'Create Invite' }));
    expect(await screen.findByText('Invite created for new@example.com')).toBeVisible();
    expect(bodies).toEqual([{ email: 'new@example.com', role: 'team_member', expires_in_days: 14 }]);
    expect(screen.getByLabelText('Email')).toHaveValue('');
    expect((await table('Existing Invites')).getByText('Pending')).toBeVisible();
    const copied = copiedTexts();
    await view.user.click(screen.getByRole('button', { name: 'Copy token' }));
    await view.user.click(screen.getByRole('button', { name: 'Copy invite link' }));
    expect(copied).toEqual(['secret-token', 'http://localhost/register?invite=secret-token&email=new%40example.com']);
  });

  test.each([
    ['no email', '', '', 'Email is required'],
    ['no real email', 'nobody', '', 'Please enter a valid email address'],
    ['no day', 'a@example.com', '0', 'Expiry must be a whole number of days from 1 to 90'],
    ['too many days', 'a@example.com', '91', 'Expiry must be a whole number of days from 1 to 90'],
  ])('an invite with %s is not sent', async (_, email, days, message) => {
    const view = usersTab();
    const field = await screen.findByLabelText('Email');
    if (email) await view.user.type(field, email);
    if (days) await view.user.type(screen.getByLabelText('Expires in (days)'), days);
    await view.user.click(screen.getByRole('button', { name: 'Create Invite' }));
    expect(await findInPlace(message)).toBeVisible();
    expect(await findToast(message)).toBeVisible();
  });

  test.each([
    [
      'with words',
      refuse(CREATE, 'EMAIL_TAKEN', 'This email is registered already.'),
      'This email is registered already.',
    ],
    ['without words', breakDown(CREATE, 500), 'Failed to create invite'],
  ])('an invite that is refused %s keeps the input', async (_, handler, message) => {
    const view = usersTab({ handlers: [handler] });
    await view.user.type(await screen.findByLabelText('Email'), 'a@example.com');
    await view.user.click(screen.getByRole('button', { name: 'Create Invite' }));
    expect(await findToast(message)).toBeVisible();
    expect(await findInPlace(message)).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('a@example.com');
  });

  test('a retry after a lost response creates one invite, a later submission another', async () => {
    const keys: (string | null)[] = [];
    const invite = { email: 'a@example.com', role: 'team_member', token: 't', expires_at: '2999-01-01T00:00:00.000Z' };
    const view = usersTab({
      handlers: [
        answer(CREATE, ({ idempotencyKey }) => {
          keys.push(idempotencyKey);
          return keys.length === 1 ? new Response(null, { status: 504 }) : Response.json(invite);
        }),
      ],
    });
    const create = await screen.findByRole('button', { name: 'Create Invite' });
    const send = async (times: number) => {
      await view.user.click(create);
      await waitFor(() => expect(keys).toHaveLength(times));
      await waitFor(() => expect(create).toBeEnabled());
    };
    await view.user.type(screen.getByLabelText('Email'), 'a@example.com');
    await send(1);
    await send(2);
    await view.user.type(screen.getByLabelText('Email'), 'a@example.com');
    await send(3);
    const [first, again, next] = keys;
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(first);
    expect(next).not.toBe(first);
  });
});
