import type { Notice, PendingChange, SavedViewData, TripData, UserView } from '@outlay/contracts';
import { noticesAfter } from './notices.js';
import type { StoredAccountEvent } from './stored-account-event.js';

export interface SavedView extends SavedViewData {
  readonly savedAt: string;
}

export interface Account extends Omit<UserView, 'id'> {
  /** Every change that ends all sessions raises it. */
  readonly tokenVersion: number;
  readonly pendingChange: PendingChange | null;
  readonly notices: readonly Notice[];
  readonly views: readonly SavedView[];
  readonly trips: readonly TripData[];
  /** The ISO instant since which role and status have been the same. */
  readonly standingSince: string;
  /** The latest code, if it is unused and the account has not changed since. */
  readonly resetCode: { readonly expiresAt: string; readonly issuedById: string; readonly issuedAt: string } | null;
  /** The events that must follow, since a command makes them together. */
  readonly owed: readonly Owed[];
  /** A command whose event is among them has been carried out. */
  readonly eventIds: readonly string[];
}

export interface Owed {
  readonly type: StoredAccountEvent['type'];
  /** The new one of a `RoleChanged`. */
  readonly role?: string | undefined;
}

export type AccountState = Account | null;

export function isWholeAccount(state: AccountState): boolean {
  return state === null || state.owed.length === 0;
}

export function evolveAccount(state: AccountState, event: StoredAccountEvent): AccountState {
  if (event.type === 'AccountRegistered') {
    const { email, firstName, lastName, role, reimbursementCurrency } = event.data;
    const person = { email, firstName, lastName, role, reimbursementCurrency };
    return {
      ...person,
      status: 'active',
      createdAt: event.at,
      standingSince: event.at,
      tokenVersion: 0,
      pendingChange: null,
      resetCode: null,
      notices: [],
      views: [],
      trips: [],
      owed: [],
      eventIds: [event.id],
    };
  }
  if (!state) return null;
  const eventIds = [...state.eventIds, event.id];
  const owed = state.owed.slice(1);
  return { ...state, owed, ...changed(state, event), notices: noticesAfter(state, event), eventIds };
}

/** Whether who made something at the instant is still the super admin that they were, without an interruption. */
export function backs(maker: AccountState, madeAt: string): boolean {
  return maker?.role === 'super_admin' && maker.status === 'active' && maker.standingSince <= madeAt;
}

function changed({ tokenVersion, pendingChange, views, trips }: Account, event: StoredAccountEvent): Partial<Account> {
  // Pending changes and codes belong to the earlier role and status, so they end with them.
  const standing = { standingSince: event.at, pendingChange: null, resetCode: null };
  switch (event.type) {
    case 'RoleChanged':
      return { role: event.data.to, ...standing };
    case 'NamesChanged':
      return event.data.to;
    case 'ReimbursementCurrencyChanged':
      return { reimbursementCurrency: event.data.to };
    case 'AccountDeactivated':
      return { status: 'inactive', tokenVersion: tokenVersion + 1, ...standing };
    case 'AccountReactivated':
      return { status: 'active', ...standing };
    case 'ResetCodeIssued': {
      const { expiresAt } = event.data;
      return { resetCode: { expiresAt, issuedById: event.actor.id, issuedAt: event.at } };
    }
    case 'ResetCodeUsed':
      return { resetCode: null, owed: [{ type: 'PasswordChanged' }] };
    case 'PasswordChanged':
      return { tokenVersion: tokenVersion + 1, resetCode: null };
    case 'ChangeRequested': {
      const { id: requestedById, email: requestedByEmail } = event.actor;
      return { pendingChange: { ...event.data, id: event.id, requestedById, requestedByEmail, requestedAt: event.at } };
    }
    case 'ChangeConfirmed':
      return { pendingChange: null, owed: owedBy(pendingChange) };
    case 'ChangeRefused':
    case 'ChangeWithdrawn':
      return { pendingChange: null };
    case 'ViewSaved':
      return { views: [...without(views, event.data), { ...event.data, savedAt: event.at }] };
    case 'ViewRemoved':
      return { views: without(views, event.data) };
    case 'TripSaved':
      return { trips: [...withoutTrip(trips, event.data), event.data] };
    case 'TripRemoved':
      return { trips: withoutTrip(trips, event.data) };
    default:
      return {};
  }
}

function without(views: readonly SavedView[], { viewId }: { readonly viewId: string }): SavedView[] {
  return views.filter((view) => view.viewId !== viewId);
}

function withoutTrip(trips: readonly TripData[], { tripId }: { readonly tripId: string }): TripData[] {
  return trips.filter((trip) => trip.tripId !== tripId);
}

function owedBy(confirmed: PendingChange | null): Owed[] {
  if (confirmed?.action === 'reset_code') return [{ type: 'ResetCodeIssued' }];
  const { role = null, status = null } = confirmed ?? {};
  return [
    ...(role === null ? [] : [{ type: 'RoleChanged' as const, role }]),
    ...(status === null
      ? []
      : [{ type: status === 'active' ? ('AccountReactivated' as const) : ('AccountDeactivated' as const) }]),
  ];
}
