import type { AccountEvent } from '@outlay/contracts';
import { allowsOnlyWhatIsDecided } from '@outlay/event-sourcing/testing/allowed-events';
import type { AccountState } from '../domain/account.js';
import type { AccountCommand } from '../domain/decide-account.js';
import { ACCOUNT } from './account-stream.js';
import { AUDIT_TOKEN } from './audit-token-stream.js';

const AT = '2026-06-15T10:00:00.000Z';
const person = {
  email: 'ann@x.org',
  firstName: 'Ann',
  lastName: 'Lee',
  role: 'partner',
  reimbursementCurrency: 'EUR',
} as const;
const march = { currency: 'EUR', firstDay: '2026-03-16', lastDay: '2026-03-20' };
const by = (id: string) => ({ id, email: `${id}@x.org`, role: 'super_admin' });
let commandIds = 0;

function commandsOf(state: AccountState) {
  const pending = state?.pendingChange?.id ?? 'none';
  const asker = state?.pendingChange?.requestedById ?? 'boss';
  const answers = (['confirm', 'refuse', 'withdraw'] as const).flatMap((answer) =>
    ['boss', 'second'].map(
      (id) => [id, { type: 'Answer', requestId: pending, answer, by: id, expiresAt: AT }] as const,
    ),
  );
  const commands: readonly (readonly [string, Record<string, unknown>])[] = [
    ['boss', { type: 'Register', person: { ...person, inviteId: 'i' } }],
    ...(['super_admin', 'team_member'] as const).flatMap((role) => [
      ['boss', { type: 'Change', change: { role } }] as const,
      ['boss', { type: 'Change', change: { role, lastName: 'Low' }, waitsFor: 'boss' }] as const,
    ]),
    ...(['active', 'inactive'] as const).flatMap((status) => [
      ['boss', { type: 'Change', change: { status } }] as const,
      ['second', { type: 'Change', change: { status }, waitsFor: 'second' }] as const,
    ]),
    ['boss', { type: 'Change', change: { role: 'super_admin', status: 'inactive' }, waitsFor: 'boss' }],
    ['boss', { type: 'Change', change: { role: 'team_member', status: 'active', lastName: 'Lo' } }],
    ['boss', { type: 'Change', change: { firstName: 'Anna', reimbursementCurrency: 'USD' } }],
    ['boss', { type: 'Change', change: { firstName: 'Ann' } }],
    ['boss', { type: 'Change', change: { lastName: 'Loe' } }],
    ['boss', { type: 'Change', change: { reimbursementCurrency: 'EUR' } }],
    ['boss', { type: 'Change', change: { reimbursementCurrency: 'USD' } }],
    ['ann', { type: 'ChangePassword', codeExpiresAt: null }],
    ['ann', { type: 'ChangePassword', codeExpiresAt: AT }],
    ['boss', { type: 'IssueResetCode', expiresAt: AT }],
    ['boss', { type: 'RequestResetCode', waitsFor: 'boss' }],
    // Twice, since others may have done something to a super admin in few histories only.
    ...([0, 1] as const).map(
      (at) =>
        ['ann', { type: 'DismissNotices', upTo: state?.notices[at]?.id ?? state?.notices[0]?.id ?? 'none' }] as const,
    ),
    ['ann', { type: 'SaveView', view: { viewId: 'view', name: 'Mine', shared: false, filter: {} }, isNew: true }],
    ['ann', { type: 'SaveView', view: { viewId: 'view', name: 'All', shared: true, filter: {} }, isNew: false }],
    ['ann', { type: 'RemoveView', viewId: 'view', isOwn: true }],
    ['boss', { type: 'RemoveView', viewId: 'view', isOwn: false }],
    ['ann', { type: 'AddTrip', trip: { tripId: 'trip', name: 'Rome', ...march } }],
    ['ann', { type: 'ChangeTrip', tripId: 'trip', terms: { ...march, lastDay: '2026-03-21' } }],
    ['ann', { type: 'RemoveTrip', tripId: 'trip' }],
    [asker, { type: 'Answer', requestId: pending, answer: 'withdraw', by: asker, expiresAt: AT }],
    ...answers,
  ];
  commandIds += 1;
  return commands.map(([actor, command], index) => ({
    command: { id: `command-${commandIds}-${index}`, ...command } as AccountCommand,
    actor: by(actor),
  }));
}

function fit(event: AccountEvent, state: AccountState): AccountEvent {
  if (!state) return event;
  const { firstName, lastName, role, reimbursementCurrency, pendingChange, notices, views, trips } = state;
  switch (event.type) {
    case 'RoleChanged':
      return { ...event, data: { ...event.data, from: role } };
    case 'NamesChanged':
      return { ...event, data: { ...event.data, from: { firstName, lastName } } };
    case 'ReimbursementCurrencyChanged':
      return { ...event, data: { ...event.data, from: reimbursementCurrency } };
    case 'ChangeConfirmed':
    case 'ChangeRefused':
    case 'ChangeWithdrawn':
      return { ...event, data: { requestId: pendingChange?.id ?? 'none' } };
    case 'NoticesDismissed':
      return { ...event, data: { upTo: notices.at(-1)?.id ?? 'none' } };
    case 'ViewRemoved':
      return { ...event, data: { viewId: views[0]?.viewId ?? 'none', name: views[0]?.name ?? 'none' } };
    case 'TripRemoved':
      return { ...event, data: { tripId: trips[0]?.tripId ?? 'none', name: trips[0]?.name ?? 'none' } };
    default:
      return event;
  }
}

describe('of an account', () => {
  allowsOnlyWhatIsDecided(ACCOUNT, { commands: commandsOf, fit });

  const stored = (event: AccountEvent, id: string, actor = by('boss')) => ({
    ...event,
    id,
    revision: 0,
    at: AT,
    actor,
  });
  const after = (...events: readonly AccountEvent[]) =>
    events.reduce<AccountState>((state, event, index) => ACCOUNT.evolve(state, stored(event, `e${index}`)), null);
  const registered: AccountEvent = { type: 'AccountRegistered', data: { ...person, inviteId: 'i' } };
  const issued: AccountEvent = { type: 'ResetCodeIssued', data: { expiresAt: AT } };
  const used: AccountEvent = { type: 'ResetCodeUsed', data: {} };
  const changed: AccountEvent = { type: 'PasswordChanged', data: {} };

  it('a code is used once, and a password follows', () => {
    expect(ACCOUNT.allows(after(registered), stored(used, 'x'))).toBe(false);
    const open = after(registered, issued);
    expect(ACCOUNT.allows(open, stored(used, 'x'))).toBe(true);
    expect(ACCOUNT.isWhole?.(after(registered, issued, used))).toBe(false);
    expect(ACCOUNT.allows(after(registered, issued, used), stored(issued, 'x'))).toBe(false);
    expect(ACCOUNT.allows(after(registered, issued, used, changed), stored(used, 'x'))).toBe(false);
  });

  it('a confirmation is followed by what was asked for', () => {
    const asked: AccountEvent = {
      type: 'ChangeRequested',
      data: { action: 'change', role: 'super_admin', status: null },
    };
    const state = after(registered, asked, { type: 'ChangeConfirmed', data: { requestId: 'e1' } });
    expect(ACCOUNT.isWhole?.(state)).toBe(false);
    const to = (role: 'super_admin' | 'team_member') =>
      stored({ type: 'RoleChanged', data: { from: 'partner', to: role } }, 'x');
    expect([ACCOUNT.allows(state, to('super_admin')), ACCOUNT.allows(state, to('team_member'))]).toEqual([true, false]);
  });
});

describe('of a token', () => {
  const terms = { name: 'Export', scope: 'audit:read', secretHash: 'aa'.repeat(32), expiresAt: null } as const;
  allowsOnlyWhatIsDecided(AUDIT_TOKEN, {
    commands: () => [{ command: { type: 'Create' as const, terms } }, { command: { type: 'Revoke' as const } }],
  });
});
