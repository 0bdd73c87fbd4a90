import { auditEntryOf, type AccessEvent, type AuditedChange, type AuditEntry } from '@outlay/contracts';

type StoredAccessEvent = AccessEvent & {
  readonly id: string;
  readonly revision: number;
  readonly at: string;
  readonly actor: { readonly email: string; readonly role: string };
};

/** @param emailOf of the account with an id */
export function accessHistory(
  events: readonly StoredAccessEvent[],
  emailOf: (userId: string) => string | undefined,
): AuditEntry[] {
  return events.map((event) => auditEntryOf(event, { action: 'accessed', ...accessOf(event, emailOf) }));
}

function accessOf(event: AccessEvent, emailOf: (userId: string) => string | undefined): Omit<AuditedChange, 'action'> {
  switch (event.type) {
    case 'SignedIn':
      return { changeSummary: `Signed in${times(event.data)}` };
    case 'SignInFailed':
      return { changeSummary: `Sign-in failed${times(event.data)}` };
    case 'TrailExported':
      return { changeSummary: 'Read the feed of all events' };
    case 'ExpensesExported':
      return { changeSummary: `Exported a list of expenses${times(event.data)}` };
    case 'TokenUsed':
      return { changeSummary: 'Used the token' };
    case 'TrailVerified': {
      const { events, findings } = event.data;
      return { changeSummary: `Verified ${events} events: ${findings || 'no'} findings` };
    }
    case 'ReceiptOpened':
    case 'ReportOpened': {
      const { file, ownerId } = event.data;
      const what = event.type === 'ReceiptOpened' ? 'receipt' : 'report';
      const owner = (ownerId === null ? undefined : emailOf(ownerId)) ?? 'somebody else';
      return { changeSummary: `Opened a ${what} of ${owner}${times(event.data)}`, newValue: file };
    }
    default:
      return event satisfies never;
  }
}

function times({ count }: { readonly count: number }): string {
  return count === 1 ? '' : ` ${count} times`;
}
