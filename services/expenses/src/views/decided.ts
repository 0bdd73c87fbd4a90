import { DECISIONS, OutlayError, type Decision, type ExpenseEventOf } from '@outlay/contracts';
import type { StoredExpenseEvent } from '../domain/expense.js';

type Event = StoredExpenseEvent & { readonly id: string };
type DecisionEvent = Event & ExpenseEventOf<keyof typeof DECISIONS>;

/** A decision as its event records it, and the revision it was made on. */
export interface Decided extends Pick<
  Decision,
  'action' | 'by' | 'reason' | 'paymentId' | 'dismissedDuplicates' | 'sent'
> {
  /** The revision of the expense that was decided on. */
  readonly onRevision: number;
}

/** @throws NOT_FOUND unless the event of this revision is a decision */
export function decidedAt(events: readonly Event[], revision: number): Decided {
  const event = events[revision];
  if (!event) throw noDecision(`There is no revision ${revision}: the latest is ${events.length - 1}.`);
  if (!isDecision(event)) throw noDecision(`Revision ${revision} is no decision, but ${event.type}.`);
  const onRevision = event.type === 'ExpenseApproved' ? event.data.onRevision : revision - 1;
  const { id: eventId, type: eventType, actor, at } = event;
  return {
    action: DECISIONS[event.type],
    by: { eventId, eventType, revision, actorEmail: actor.email, at },
    reason: reasonOf(event),
    paymentId: event.type === 'ExpensePaid' ? event.data.paymentId : null,
    dismissedDuplicates: events
      .slice(onRevision + 1, revision)
      .flatMap((before) => (before.type === 'DuplicateWarningDismissed' ? before.data.duplicates : [])),
    sent: event.type === 'ExpenseApproved' ? sentBy(event) : null,
    onRevision,
  };
}

function isDecision(event: Event): event is DecisionEvent {
  return Object.hasOwn(DECISIONS, event.type);
}

function reasonOf(event: DecisionEvent): string | null {
  if (event.type === 'ExpenseRejected') return event.data.reason;
  if (event.type === 'ExpenseReverted') return event.data.note;
  return event.type === 'ExpenseAmendedByAdmin' ? (event.data.reimbursement?.reason ?? null) : null;
}

function sentBy({ data: { seen } }: ExpenseEventOf<'ExpenseApproved'>): Decision['sent'] {
  if (!seen || (seen.revision === null && seen.head === null && seen.receiptSha256 === null)) return null;
  return { revision: seen.revision, head: seen.head, receiptSha256: seen.receiptSha256 };
}

function noDecision(message: string): OutlayError {
  return new OutlayError('NOT_FOUND', message);
}
