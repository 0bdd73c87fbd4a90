import type { AccountEvent, UserView } from '@outlay/contracts';

export type StoredAccountEvent = AccountEvent & { readonly id: string; readonly at: string };

export interface Account extends Omit<UserView, 'id'> {
  /** Raised by whatever ends all sessions. */
  readonly tokenVersion: number;
  /** A command whose event is among them has been carried out. */
  readonly eventIds: readonly string[];
}

export type AccountState = Account | null;

export function evolveAccount(state: AccountState, event: StoredAccountEvent): AccountState {
  if (event.type === 'AccountRegistered') {
    const { email, firstName, lastName, role, reimbursementCurrency } = event.data;
    const person = { email, firstName, lastName, role, reimbursementCurrency };
    return { ...person, status: 'active', createdAt: event.at, tokenVersion: 0, eventIds: [event.id] };
  }
  if (event.type === 'AccountImported') return { ...event.data, eventIds: [event.id] };
  return state && { ...state, ...changed(state, event), eventIds: [...state.eventIds, event.id] };
}

function changed({ tokenVersion }: Account, event: StoredAccountEvent): Partial<Account> {
  switch (event.type) {
    case 'RoleChanged':
      return { role: event.data.to };
    case 'NamesChanged':
      return event.data.to;
    case 'ReimbursementCurrencyChanged':
      return { reimbursementCurrency: event.data.to };
    case 'AccountDeactivated':
      return { status: 'inactive', tokenVersion: tokenVersion + 1 };
    case 'AccountReactivated':
      return { status: 'active' };
    case 'PasswordChanged':
      return { tokenVersion: tokenVersion + 1 };
    default:
      return {};
  }
}
