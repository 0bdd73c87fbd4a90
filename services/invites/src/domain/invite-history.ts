import { auditEntryOf, type AuditedChange, type AuditEntry, type InviteEvent } from '@outlay/contracts';

type StoredInviteEvent = InviteEvent & {
  readonly id: string;
  readonly revision: number;
  readonly at: string;
  readonly actor: { readonly email: string; readonly role: string };
};

export function inviteHistory(events: readonly StoredInviteEvent[]): AuditEntry[] {
  return events.map((event) => auditEntryOf(event, changeOf(event)));
}

function changeOf(event: InviteEvent): AuditedChange {
  switch (event.type) {
    case 'InviteCreated': {
      const { email, role } = event.data;
      const newValue = JSON.stringify(event.data);
      return { action: 'created', changeSummary: `Invited ${email ?? 'the first person'} as ${role}`, newValue };
    }
    case 'InviteRedeemed':
      return { action: 'updated', changeSummary: `${event.data.email} used the invite` };
    case 'InviteConfirmationRequested':
      return { action: 'updated', changeSummary: 'Asked another super admin to confirm the invite' };
    case 'InviteConfirmed':
      return { action: 'updated', changeSummary: 'Confirmed the invite' };
    case 'InviteRefused':
      return { action: 'updated', changeSummary: 'Refused the invite' };
    case 'InviteWithdrawn':
      return { action: 'updated', changeSummary: 'Withdrew the invite' };
    case 'InviteRevoked':
      return { action: 'updated', changeSummary: 'Revoked the invite' };
    default:
      return event satisfies never;
  }
}
