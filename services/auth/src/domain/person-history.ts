import {
  auditEntryOf,
  type AccountEvent,
  type AuditedChange,
  type AuditEntry,
  type RequestedChange,
} from '@outlay/contracts';
import type { StoredAccountEvent } from './stored-account-event.js';

type HistoryEvent = StoredAccountEvent & {
  readonly revision: number;
  readonly actor: { readonly role: string };
};

export function personHistory(events: readonly HistoryEvent[]): AuditEntry[] {
  return events.map((event) => auditEntryOf(event, changeOf(event)));
}

function changeOf(event: AccountEvent): AuditedChange {
  switch (event.type) {
    case 'AccountRegistered':
      return { action: 'created', changeSummary: 'Registered', newValue: JSON.stringify(event.data) };
    case 'RoleChanged':
      return updated('role', event.data.from, event.data.to);
    case 'NamesChanged':
      return updated('name', nameOf(event.data.from), nameOf(event.data.to));
    case 'ReimbursementCurrencyChanged':
      return updated('reimbursement_currency', event.data.from, event.data.to);
    case 'AccountDeactivated':
      return { ...updated('status', 'active', 'inactive'), action: 'status_changed' };
    case 'AccountReactivated':
      return { ...updated('status', 'inactive', 'active'), action: 'status_changed' };
    case 'ResetCodeIssued':
      return { action: 'updated', changeSummary: 'Password reset code created' };
    case 'ResetCodeUsed':
      return { action: 'updated', changeSummary: 'Password reset code used' };
    case 'PasswordChanged':
      return { action: 'updated', changeSummary: 'Password changed' };
    case 'ChangeRequested':
      return { action: 'updated', changeSummary: `Asked for ${askedFor(event.data)}` };
    case 'ChangeConfirmed':
      return { action: 'updated', changeSummary: 'Confirmed what was asked for' };
    case 'ChangeRefused':
      return { action: 'updated', changeSummary: 'Refused what was asked for' };
    case 'ChangeWithdrawn':
      return { action: 'updated', changeSummary: 'Withdrew what was asked for' };
    case 'NoticesDismissed':
      return { action: 'updated', changeSummary: 'Dismissed the notices of changes' };
    case 'ViewSaved': {
      const { name, shared, filter } = event.data;
      const changeSummary = `Saved the view “${name}”${shared ? ' for all super admins' : ''}`;
      return { action: 'updated', changeSummary, newValue: JSON.stringify(filter) };
    }
    case 'ViewRemoved':
      return { action: 'updated', changeSummary: `Removed the view “${event.data.name}”` };
    case 'TripSaved': {
      const { name, currency, firstDay, lastDay } = event.data;
      return { action: 'updated', changeSummary: `Saved the trip “${name}”: ${currency}, ${firstDay} to ${lastDay}` };
    }
    case 'TripRemoved':
      return { action: 'updated', changeSummary: `Removed the trip “${event.data.name}”` };
    default:
      return event satisfies never;
  }
}

function askedFor({ action, role, status }: RequestedChange): string {
  if (action === 'reset_code') return 'a password reset code';
  return [role && `role ${role}`, status && `status ${status}`].filter(Boolean).join(', ');
}

function updated(fieldName: string, oldValue: string, newValue: string): AuditedChange {
  const changeSummary = `${fieldName} changed from ${oldValue} to ${newValue}`;
  return { action: 'updated', fieldName, oldValue, newValue, changeSummary };
}

function nameOf({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  return `${firstName} ${lastName}`;
}
