import type { AccountEvent } from '@outlay/contracts';
import { scenario } from '@outlay/testing';
import { evolveAccount, type AccountState } from './account.js';
import type { StoredAccountEvent } from './stored-account-event.js';
import { decideAccount, type AccountCommand } from './decide-account.js';

const AT = '2026-06-15T10:00:00.000Z';
type Given = AccountEvent & { by?: string; id?: string };

const account = scenario<AccountCommand, Given, AccountState>({
  initial: null,
  evolve: (state, { by = 'root', id, ...event }, revision) =>
    evolveAccount(state, {
      ...event,
      id: id ?? `event-${revision}`,
      at: AT,
      actor: { id: by, email: `${by}@x.org` },
    } as StoredAccountEvent),
  decide: decideAccount,
});

const names = { firstName: 'Ann', lastName: 'Lee' };
const registered = (role: 'team_member' | 'super_admin'): Given => ({
  type: 'AccountRegistered',
  by: 'ann',
  data: { email: 'ann@x.org', ...names, role, reimbursementCurrency: 'EUR', inviteId: 'i' },
});
const demotion = { action: 'change', role: 'partner', status: null } as const;
const asked = (data: (AccountEvent & { type: 'ChangeRequested' })['data'] = demotion): Given => ({
  type: 'ChangeRequested',
  id: 'asked',
  by: 'root',
  data,
});
const answer = (how: 'confirm' | 'refuse' | 'withdraw', by = 'ann', requestId = 'asked'): AccountCommand => ({
  id: 'new',
  type: 'Answer',
  requestId,
  answer: how,
  by,
  expiresAt: AT,
});
const demote = (waitsFor: string | null, role: 'partner' | 'team_member' = 'partner'): AccountCommand => ({
  id: 'new',
  type: 'Change',
  change: { role, status: 'active', ...names, lastName: 'Low' },
  waitsFor,
});
const renamed = { type: 'NamesChanged', data: { from: names, to: { firstName: 'Ann', lastName: 'Low' } } };
const confirmed = { type: 'ChangeConfirmed', data: { requestId: 'asked' } };
const admin = registered('super_admin');

describe('a change of a super admin', () => {
  it('changes the role at once if nobody else must confirm it', () => {
    account
      .given([admin])
      .when(demote(null))
      .then([{ type: 'RoleChanged', data: { from: 'super_admin', to: 'partner' } }, renamed] as Given[]);
  });

  it('waits otherwise, but names change at once', () => {
    account
      .given([admin])
      .when(demote('root'))
      .then([{ type: 'ChangeRequested', data: demotion }, renamed] as Given[]);
  });

  it('is asked for once by one person, and nothing else can be asked for meanwhile', () => {
    const waiting = account.given([admin, asked()]);
    waiting.when(demote('root')).then([renamed] as Given[]);
    waiting.when(demote('kim')).refused('CONFLICT', /Another change of this account waits/);
    waiting.when(demote('root', 'team_member')).refused('CONFLICT');
    waiting.when({ id: 'new', type: 'RequestResetCode', waitsFor: 'root' }).refused('CONFLICT');
  });

  it('is confirmed or refused by another than who asked, who can withdraw it', () => {
    const waiting = account.given([admin, asked()]);
    const changed = { type: 'RoleChanged', data: { from: 'super_admin', to: 'partner' } };
    waiting.when(answer('confirm')).then([confirmed, changed] as Given[]);
    waiting.when(answer('refuse')).then([{ type: 'ChangeRefused', data: { requestId: 'asked' } }]);
    waiting.when(answer('withdraw', 'root')).then([{ type: 'ChangeWithdrawn', data: { requestId: 'asked' } }]);
    waiting.when(answer('confirm', 'root')).refused('FORBIDDEN', /You can withdraw it/);
    waiting.when(answer('refuse', 'root')).refused('FORBIDDEN');
    waiting.when(answer('withdraw')).refused('FORBIDDEN', /Only who asked/);
  });

  it.each<[string, AccountEvent]>([
    ['confirmed', { type: 'ChangeConfirmed', data: { requestId: 'asked' } }],
    ['refused', { type: 'ChangeRefused', data: { requestId: 'asked' } }],
    ['withdrawn', { type: 'ChangeWithdrawn', data: { requestId: 'asked' } }],
    ['overtaken by another role', { type: 'RoleChanged', data: { from: 'super_admin', to: 'team_member' } }],
    ['overtaken by a deactivation', { type: 'AccountDeactivated', data: {} }],
    ['overtaken by a reactivation', { type: 'AccountReactivated', data: {} }],
  ])('is not answered once it is %s', (_, event) => {
    const over = account.given([admin, asked(), event]);
    for (const how of ['confirm', 'refuse'] as const) over.when(answer(how)).refused('CONFLICT', /no longer waits/);
    over.when(answer('withdraw', 'root')).refused('CONFLICT');
  });

  it('is not answered under the id of another', () => {
    account
      .given([admin, asked()])
      .when(answer('confirm', 'ann', 'other'))
      .refused('CONFLICT');
  });

  it('carries the status too', () => {
    const promotion = { action: 'change', role: 'super_admin', status: 'active' } as const;
    account
      .given([registered('team_member'), { type: 'AccountDeactivated', data: {} }, asked(promotion)])
      .when(answer('confirm', 'kim'))
      .then([
        confirmed,
        { type: 'RoleChanged', data: { from: 'team_member', to: 'super_admin' } },
        { type: 'AccountReactivated', data: {} },
      ] as Given[]);
  });

  it('can be a reset code, which exists once it is confirmed', () => {
    const code = { action: 'reset_code', role: null, status: null } as const;
    account
      .given([admin])
      .when({ id: 'new', type: 'RequestResetCode', waitsFor: 'root' })
      .then([{ type: 'ChangeRequested', data: code }]);
    account
      .given([admin, asked(code)])
      .when(answer('confirm'))
      .then([confirmed, { type: 'ResetCodeIssued', data: { expiresAt: AT } }] as Given[]);
  });
});

describe('the notices of an account', () => {
  const noticesAfter = (...events: Given[]) => {
    let state: AccountState = null;
    events.forEach(({ by = 'root', id, ...event }, revision) => {
      const stored = { id: id ?? `event-${revision}`, at: AT, actor: { id: by, email: `${by}@x.org` } };
      state = evolveAccount(state, { ...event, ...stored } as StoredAccountEvent);
    });
    return (state as AccountState)?.notices.map(({ kind, role, byEmail }) => [kind, role, byEmail]);
  };
  const promoted: Given = { type: 'RoleChanged', data: { from: 'team_member', to: 'super_admin' } };
  const demoted: Given = { type: 'RoleChanged', data: { from: 'super_admin', to: 'partner' } };
  const code: Given = { type: 'ResetCodeIssued', data: { expiresAt: AT } };

  it('tell a super admin what others did', () => {
    const events = [promoted, code, { type: 'AccountDeactivated', data: {} }, demoted, code] as Given[];
    expect(noticesAfter(registered('team_member'), ...events)).toEqual([
      ['role_changed', 'super_admin', 'root@x.org'],
      ['reset_code_issued', null, 'root@x.org'],
      ['deactivated', null, 'root@x.org'],
      ['role_changed', 'partner', 'root@x.org'],
    ]);
  });

  it('do not tell what the person did, and nothing to others than super admins', () => {
    expect(noticesAfter(admin, { ...demoted, by: 'ann' })).toEqual([]);
    expect(noticesAfter(registered('team_member'), code, { type: 'AccountDeactivated', data: {} })).toEqual([]);
  });

  it('end where the person dismissed them', () => {
    const dismissed = { type: 'NoticesDismissed', data: { upTo: 'event-2' } } as const;
    const later = { ...demoted, id: 'later' };
    expect(noticesAfter(admin, code, code, later, dismissed)).toEqual([['role_changed', 'partner', 'root@x.org']]);
    account
      .given([admin, code, code, later])
      .when({ id: 'new', type: 'DismissNotices', upTo: 'event-2' })
      .then([dismissed]);
    account
      .given([admin, code, code, dismissed])
      .when({ id: 'new', type: 'DismissNotices', upTo: 'event-2' })
      .thenNothing();
  });
});
