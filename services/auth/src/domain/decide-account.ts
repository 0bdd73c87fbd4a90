import {
  noLongerWaits,
  OutlayError,
  requireMayAnswer,
  type AccountEvent,
  type AccountEventOf,
  type PendingAnswer,
  type RequestedChange,
  type RequestOf,
  type SavedViewData,
  type TripData,
  type TripTerms,
  type updateUser,
} from '@outlay/contracts';
import type { Account, AccountState } from './account.js';
import { removedView, savedView } from './saved-views.js';
import { addedTrip, changedTrip, removedTrip } from './trips.js';

export type UserChange = Omit<RequestOf<typeof updateUser>, 'userId'>;

/** `id` is the id of the first event, by which a command that is repeated after a crash is recognised. */
export type AccountCommand = { readonly id: string } & (
  | { readonly type: 'Register'; readonly person: AccountEventOf<'AccountRegistered'>['data'] }
  /** `waitsFor` is the super admin who asks, if another one must confirm the change of role or status. */
  | { readonly type: 'Change'; readonly change: UserChange; readonly waitsFor?: string | null }
  /** `codeExpiresAt` is the expiry of the code that sets the password; null without a code. */
  | { readonly type: 'ChangePassword'; readonly codeExpiresAt: string | null }
  | { readonly type: 'IssueResetCode'; readonly expiresAt: string }
  | { readonly type: 'RequestResetCode'; readonly waitsFor: string }
  | (Answer & { readonly type: 'Answer' })
  | { readonly type: 'DismissNotices'; readonly upTo: string }
  /** `isNew` is false for a view in place of the one with its id. */
  | { readonly type: 'SaveView'; readonly view: SavedViewData; readonly isNew: boolean }
  | { readonly type: 'RemoveView'; readonly viewId: string; readonly isOwn: boolean }
  | { readonly type: 'AddTrip'; readonly trip: TripData }
  | { readonly type: 'ChangeTrip'; readonly tripId: string; readonly terms: TripTerms }
  | { readonly type: 'RemoveTrip'; readonly tripId: string }
);

interface Answer {
  readonly requestId: string;
  readonly answer: PendingAnswer;
  readonly by: string;
  /** The expiry of the code, if a code was asked for. */
  readonly expiresAt: string;
}

export function decideAccount(command: AccountCommand, state: AccountState): readonly AccountEvent[] {
  if (command.type === 'Register') return state ? [] : [{ type: 'AccountRegistered', data: command.person }];
  if (!state) throw new OutlayError('NOT_FOUND', 'User not found');
  if (state.eventIds.includes(command.id)) return [];
  switch (command.type) {
    case 'Change':
      return command.waitsFor ? requested(state, command.change, command.waitsFor) : changes(state, command.change);
    case 'ChangePassword': {
      const changed: AccountEvent = { type: 'PasswordChanged', data: {} };
      if (command.codeExpiresAt === null) return [changed];
      if (state.resetCode?.expiresAt !== command.codeExpiresAt) throw invalidResetCode();
      return [{ type: 'ResetCodeUsed', data: {} }, changed];
    }
    case 'IssueResetCode':
      return [{ type: 'ResetCodeIssued', data: { expiresAt: command.expiresAt } }];
    case 'RequestResetCode':
      return request(state, { action: 'reset_code', role: null, status: null }, command.waitsFor);
    case 'Answer':
      return answered(state, command);
    case 'DismissNotices':
      return state.notices.some(({ id }) => id === command.upTo)
        ? [{ type: 'NoticesDismissed', data: { upTo: command.upTo } }]
        : [];
    case 'SaveView':
      return savedView(state.views, command.view, command.isNew);
    case 'RemoveView':
      return removedView(state.views, command.viewId, command.isOwn);
    case 'AddTrip':
      return addedTrip(state.trips, command.trip);
    case 'ChangeTrip':
      return changedTrip(state.trips, command.tripId, command.terms);
    case 'RemoveTrip':
      return removedTrip(state.trips, command.tripId);
    default:
      return command satisfies never;
  }
}

/** The same whatever is wrong, so that nobody can tell who has an account. */
export function invalidResetCode(): OutlayError {
  return new OutlayError('INVALID_RESET_CODE', 'Invalid or expired reset code');
}

function changes(from: Account, change: UserChange): AccountEvent[] {
  const to = { ...from, ...change };
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

/** Names and currency change at once. */
function requested(state: Account, { role = state.role, status = state.status, ...others }: UserChange, by: string) {
  const asked = {
    action: 'change' as const,
    role: role === state.role ? null : role,
    status: status === state.status ? null : status,
  };
  const waits = asked.role ?? asked.status;
  return [...(waits ? request(state, asked, by) : []), ...changes(state, others)];
}

function request({ pendingChange }: Account, asked: RequestedChange, by: string): AccountEvent[] {
  if (!pendingChange) return [{ type: 'ChangeRequested', data: asked }];
  const { action, role, status, requestedById } = pendingChange;
  const isRepeated = action === asked.action && role === asked.role && status === asked.status && requestedById === by;
  if (!isRepeated) {
    throw new OutlayError('CONFLICT', 'Another change of this account waits. It must be answered or withdrawn first.');
  }
  return [];
}

function answered(state: Account, { requestId, answer, by, expiresAt }: Answer): AccountEvent[] {
  const { pendingChange } = state;
  if (pendingChange?.id !== requestId) throw noLongerWaits();
  requireMayAnswer(pendingChange, by, answer);
  const data = { requestId };
  if (answer === 'withdraw') return [{ type: 'ChangeWithdrawn', data }];
  if (answer === 'refuse') return [{ type: 'ChangeRefused', data }];
  const { action, role, status } = pendingChange;
  const followed: AccountEvent[] =
    action === 'reset_code'
      ? [{ type: 'ResetCodeIssued', data: { expiresAt } }]
      : changes(state, { role: role ?? state.role, status: status ?? state.status });
  return [{ type: 'ChangeConfirmed', data }, ...followed];
}

function namesOf({ firstName, lastName }: Account) {
  return { firstName, lastName };
}
