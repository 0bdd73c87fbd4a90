import {
  OutlayError,
  type AccountEvent,
  type AccountEventOf,
  type RequestOf,
  type updateUser,
} from '@outlay/contracts';
import type { Account, AccountState } from './account.js';

export type UserChange = Omit<RequestOf<typeof updateUser>, 'userId'>;

/** `id` is the id of the first event, by which a command that is repeated after a crash is recognised. */
export type AccountCommand = { readonly id: string } & (
  | { readonly type: 'Register'; readonly person: AccountEventOf<'AccountRegistered'>['data'] }
  | { readonly type: 'Import'; readonly account: AccountEventOf<'AccountImported'>['data'] }
  | { readonly type: 'Change'; readonly change: UserChange }
  | { readonly type: 'ChangePassword'; readonly withCode: boolean }
  | { readonly type: 'IssueResetCode'; readonly expiresAt: string }
);

export function decideAccount(command: AccountCommand, state: AccountState): readonly AccountEvent[] {
  if (command.type === 'Register') return state ? [] : [{ type: 'AccountRegistered', data: command.person }];
  if (command.type === 'Import') return state ? [] : [{ type: 'AccountImported', data: command.account }];
  if (!state) throw new OutlayError('NOT_FOUND', 'User not found');
  if (state.eventIds.includes(command.id)) return [];
  switch (command.type) {
    case 'Change':
      return changes(state, { ...state, ...command.change });
    case 'ChangePassword': {
      const changed: AccountEvent = { type: 'PasswordChanged', data: {} };
      return command.withCode ? [{ type: 'ResetCodeUsed', data: {} }, changed] : [changed];
    }
    case 'IssueResetCode':
      return [{ type: 'ResetCodeIssued', data: { expiresAt: command.expiresAt } }];
    default:
      return command satisfies never;
  }
}

function changes(from: Account, to: Account): AccountEvent[] {
  const events: AccountEvent[] = [];
  if (from.role !== to.role) events.push({ type: 'RoleChanged', data: { from: from.role, to: to.role } });
  if (from.firstName !== to.firstName || from.lastName !== to.lastName) {
    events.push({ type: 'NamesChanged', data: { from: namesOf(from), to: namesOf(to) } });
  }
  if (from.reimbursementCurrency !== to.reimbursementCurrency) {
    const data = { from: from.reimbursementCurrency, to: to.reimbursementCurrency };
    events.push({ type: 'ReimbursementCurrencyChanged', data });
  }
  if (from.status !== to.status) {
    events.push({ type: to.status === 'active' ? 'AccountReactivated' : 'AccountDeactivated', data: {} });
  }
  return events;
}

function namesOf({ firstName, lastName }: Account) {
  return { firstName, lastName };
}
