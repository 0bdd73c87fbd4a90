import { auditEntryOf, type AuditedChange, type AuditEntry, type TokenEvent } from '@outlay/contracts';

type StoredTokenEvent = TokenEvent & {
  readonly id: string;
  readonly revision: number;
  readonly at: string;
  readonly actor: { readonly email: string; readonly role: string };
};

export function tokenHistory(events: readonly StoredTokenEvent[]): AuditEntry[] {
  const created = events.find(({ type }) => type === 'TokenCreated');
  const name = created?.type === 'TokenCreated' ? created.data.name : '';
  return events.map((event) => auditEntryOf(event, changeOf(event, name)));
}

function changeOf({ type }: TokenEvent, name: string): AuditedChange {
  return type === 'TokenCreated'
    ? { action: 'created', changeSummary: `Made the token “${name}”, which reads the trail` }
    : { action: 'updated', changeSummary: `Revoked the token “${name}”` };
}
