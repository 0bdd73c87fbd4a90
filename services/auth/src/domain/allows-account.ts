import { isDeepStrictEqual } from 'node:util';
import type { AccountEventOf, AccountEventType } from '@outlay/contracts';
import type { Account, AccountState, Owed } from './account.js';
import { hasRoomFor, isAsSaved } from './saved-views.js';
import { mayBeSaved } from './trips.js';
import type { StoredAccountEvent } from './stored-account-event.js';

type Stored<Type extends AccountEventType> = AccountEventOf<Type> & Pick<StoredAccountEvent, 'id' | 'at' | 'actor'>;
type LaterType = Exclude<AccountEventType, 'AccountRegistered'>;

const RULES: { readonly [Type in LaterType]: (account: Account, event: Stored<Type>) => boolean } = {
  RoleChanged: ({ role }, { data }) => data.from === role && data.to !== role,
  NamesChanged: ({ firstName, lastName }, { data: { from, to } }) =>
    isDeepStrictEqual(from, { firstName, lastName }) && !isDeepStrictEqual(from, to),
  ReimbursementCurrencyChanged: ({ reimbursementCurrency }, { data: { from, to } }) =>
    from === reimbursementCurrency && to !== from,
  AccountDeactivated: ({ status }) => status === 'active',
  AccountReactivated: ({ status }) => status === 'inactive',
  // Between the check of the account and the event, somebody may have deactivated it.
  ResetCodeIssued: () => true,
  ResetCodeUsed: ({ resetCode }) => resetCode !== null,
  PasswordChanged: () => true,
  ChangeRequested: ({ pendingChange, role, status }, { data }) =>
    pendingChange === null &&
    (data.action === 'reset_code'
      ? data.role === null && data.status === null
      : (data.role ?? data.status) !== null && data.role !== role && data.status !== status),
  ChangeConfirmed: (account, event) => answers(account, event, false),
  ChangeRefused: (account, event) => answers(account, event, false),
  ChangeWithdrawn: (account, event) => answers(account, event, true),
  NoticesDismissed: ({ notices }, { data }) => notices.some(({ id }) => id === data.upTo),
  ViewSaved: ({ views }, { data }) => hasRoomFor(views, data) && !views.some((view) => isAsSaved(view, data)),
  ViewRemoved: ({ views, email }, { data: { viewId, name }, actor }) =>
    views.some((view) => view.viewId === viewId && view.name === name && (view.shared || actor.email === email)),
  TripSaved: ({ trips, email }, { data, actor }) => actor.email === email && mayBeSaved(trips, data),
  TripRemoved: ({ trips, email }, { data: { tripId, name }, actor }) =>
    actor.email === email && trips.some((trip) => trip.tripId === tripId && trip.name === name),
};

/** Whether `decideAccount` could have made the event from the state. */
export function allowsAccount(state: AccountState, event: StoredAccountEvent): boolean {
  if (event.type === 'AccountRegistered') return state === null;
  if (state === null) return false;
  const [owed] = state.owed;
  if (owed && !settles(owed, event)) return false;
  return (RULES[event.type] as (account: Account, event: StoredAccountEvent) => boolean)(state, event);
}

function settles({ type, role }: Owed, event: StoredAccountEvent): boolean {
  return event.type === type && (event.type !== 'RoleChanged' || event.data.to === role);
}

function answers(
  { pendingChange }: Account,
  { data, actor }: Stored<'ChangeConfirmed' | 'ChangeRefused' | 'ChangeWithdrawn'>,
  isOwn: boolean,
): boolean {
  return pendingChange?.id === data.requestId && (pendingChange.requestedById === actor.id) === isOwn;
}
