import type { Notice, PendingChange, UserView } from '@outlay/contracts';
import { noticesAfter } from './notices.js';
import type { StoredAccountEvent } from './stored-account-event.js';

export interface Account extends Omit<UserView, 'id'> {
  /** Raised by whatever ends all sessions. */
  readonly tokenVersion: number;
  readonly pendingChange: PendingChange | null;
  readonly notices: readonly Notice[];
  /** A command whose event is among them has been carried out. */
  readonly eventIds: readonly string[];
}

export type AccountState = Account | null;

export function evolveAccount(state: AccountState, event: StoredAccountEvent): AccountState {
  const fresh = { pendingChange: null, notices: [], eventIds: [event.id] };
  if (event.type === 'AccountRegistered') {
    const { email, firstName, lastName, role, reimbursementCurrency } = event.data;
    const person = { email, firstName, lastName, role, reimbursementCurrency };
    return { ...person, status: 'active', createdAt: event.at, tokenVersion: 0, ...fresh };
  }
  if (event.type === 'AccountImported') return { ...event.data, ...fresh };
  if (!state) return null;
  const eventIds = [...state.eventIds, event.id];
  return { ...state, ...changed(state, event), notices: noticesAfter(state, event), eventIds };
}

/** What waits was asked for with the role and status of then, and lapses when they change. */
function changed({ tokenVersion }: Account, event: StoredAccountEvent): Partial<Account> {
  switch (event.type) {
    case 'RoleChanged':
      return { role: event.data.to, pendingChange: null };
    case 'NamesChanged':
      return event.data.to;
    case 'ReimbursementCurrencyChanged':
      return { reimbursementCurrency: event.data.to };
    case 'AccountDeactivated':
      return { status: 'inactive', tokenVersion: tokenVersion + 1, pendingChange: null };
    case 'AccountReactivated':
      return { status: 'active', pendingChange: null };
    case 'PasswordChanged':
      return { tokenVersion: tokenVersion + 1 };
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
