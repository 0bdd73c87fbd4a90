import type { Notice, PendingChange, UserView } from '@outlay/contracts';
import { noticesAfter } from './notices.js';
import type { StoredAccountEvent } from './stored-account-event.js';

export interface Account extends Omit<UserView, 'id'> {
  /** Raised by whatever ends all sessions. */
  readonly tokenVersion: number;
  readonly pendingChange: PendingChange | null;
  readonly notices: readonly Notice[];
  /** ISO instant: since then, role and status have been what they are. */
  readonly standingSince: string;
  /** The latest that nobody used, while the account stays what it was. */
  readonly resetCode: { readonly expiresAt: string; readonly issuedById: string; readonly issuedAt: string } | null;
  /** A command whose event is among them has been carried out. */
  readonly eventIds: readonly string[];
}

export type AccountState = Account | null;

export function evolveAccount(state: AccountState, event: StoredAccountEvent): AccountState {
  const fresh = { pendingChange: null, resetCode: null, notices: [], eventIds: [event.id] };
  if (event.type === 'AccountRegistered') {
    const { email, firstName, lastName, role, reimbursementCurrency } = event.data;
    const person = { email, firstName, lastName, role, reimbursementCurrency };
    return { ...person, status: 'active', createdAt: event.at, standingSince: event.at, tokenVersion: 0, ...fresh };
  }
  if (event.type === 'AccountImported') return { ...event.data, standingSince: event.data.createdAt, ...fresh };
  if (!state) return null;
  const eventIds = [...state.eventIds, event.id];
  return { ...state, ...changed(state, event), notices: noticesAfter(state, event), eventIds };
}

/** Whether who made something at the instant is still the super admin that they were, without an interruption. */
export function backs(maker: AccountState, madeAt: string): boolean {
  return maker?.role === 'super_admin' && maker.status === 'active' && maker.standingSince <= madeAt;
}

function changed({ tokenVersion }: Account, event: StoredAccountEvent): Partial<Account> {
  // What waits was asked for, and a code issued, with the role and status of then.
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
      return { resetCode: null };
    case 'PasswordChanged':
      return { tokenVersion: tokenVersion + 1, resetCode: null };
    case 'ChangeRequested': {
      const { id: requestedById, email: requestedByEmail } = event.actor;
      return { pendingChange: { ...event.data, id: event.id, requestedById, requestedByEmail, requestedAt: event.at } };
    }
    case 'ChangeConfirmed':
    case 'ChangeRefused':
    case 'ChangeWithdrawn':
      return { pendingChange: null };
    default:
      return {};
  }
}
