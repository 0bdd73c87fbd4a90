import { OutlayError, type DecisionJson, type ExpenseEventOf } from '@outlay/contracts';
import type { StoredExpenseEvent } from '../domain/expense.js';

type Event = StoredExpenseEvent & { readonly id: string };
type DecisionEvent = Event & ExpenseEventOf<keyof typeof ACTIONS>;

const ACTIONS = {
  ExpenseApproved: 'approved',
  ExpenseRejected: 'rejected',
  ExpenseReverted: 'reverted',
  ExpenseAmendedByAdmin: 'amended',
  ExpensePaid: 'paid',
} as const satisfies Record<string, DecisionJson['action']>;

/** A decision as its event records it, and the revision it was made on. */
export interface Decided extends Pick<
  DecisionJson,
  'action' | 'by' | 'reason' | 'payment_id' | 'dismissed_duplicates' | 'sent'
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
  const { id: event_id, type: event_type, actor, at } = event;
  return {
    action: ACTIONS[event.type],
    by: { event_id, event_type, revision, actor_email: actor.email, at },
    reason: reasonOf(event),
    payment_id: event.type === 'ExpensePaid' ? event.data.paymentId : null,
    dismissed_duplicates: events
      .slice(onRevision + 1, revision)
      .flatMap((before) => (before.type === 'DuplicateWarningDismissed' ? before.data.duplicates : [])),
    sent: event.type === 'ExpenseApproved' ? sentBy(event) : null,
    onRevision,
  };
}

function isDecision(event: Event): event is DecisionEvent {
  return Object.hasOwn(ACTIONS, event.type);
}

function reasonOf(event: DecisionEvent): string | null {
  if (event.type === 'ExpenseRejected') return event.data.reason;
  if (event.type === 'ExpenseReverted') return event.data.note;
  return event.type === 'ExpenseAmendedByAdmin' ? (event.data.reimbursement?.reason ?? null) : null;
}

function sentBy({ data: { seen } }: ExpenseEventOf<'ExpenseApproved'>): DecisionJson['sent'] {
  if (!seen || (seen.revision === null && seen.head === null && seen.receiptSha256 === null)) return null;
  return { revision: seen.revision, head: seen.head, receipt_sha256: seen.receiptSha256 };
}

function noDecision(message: string): OutlayError {
  return new OutlayError('NOT_FOUND', message);
}
