import * as z from 'zod/mini';
import { apiSchemas } from '../api-schema.js';
import { instantText } from '../as-of.js';
import { accessEventSchemas } from '../events/access-events.js';
import { accountEventSchemas } from '../events/account-events.js';
import { expenseEventSchemas } from '../events/expense-events.js';
import { inviteEventSchemas } from '../events/invite-events.js';
import { paymentEventSchemas } from '../events/payment-events.js';
import { runEventSchemas } from '../events/run-events.js';
import { tokenEventSchemas } from '../events/token-events.js';
import { trailEventSchemas } from '../events/trail-events.js';
import { defineOperation } from '../operation.js';
import { expenseRef, instant, text } from '../primitives.js';
import { defineRoute } from '../route.js';
import { feedLine, type FeedLine } from './event-feed.js';
import { wholeNumber } from './whole-number.js';

/** The types of events that a kind comprises. */
export const TIMELINE_KINDS = {
  expense: Object.keys(expenseEventSchemas),
  payment: Object.keys({ ...paymentEventSchemas, ...runEventSchemas }),
  account: Object.keys(accountEventSchemas),
  invite: Object.keys(inviteEventSchemas),
  access: Object.keys(accessEventSchemas),
  token: Object.keys(tokenEventSchemas),
  trail: Object.keys(trailEventSchemas),
} as const;
export type TimelineKind = keyof typeof TIMELINE_KINDS;
const KINDS = Object.keys(TIMELINE_KINDS) as TimelineKind[];

export const TIMELINE_LIMIT = { default: 50, most: 200 } as const;

/** An event with the names that its data do not contain: of its actor and of what it concerns. */
export const timelineEvent = z
  .extend(feedLine, {
    /** The public id of the expense whose stream it is. */
    expense_id: z.nullable(z.string()),
    /** The id of the account whose expense, payment, account or file it is. */
    person_id: z.nullable(z.string()),
  })
  .register(apiSchemas, { id: 'TimelineEvent' });
export type TimelineEvent = z.infer<typeof timelineEvent>;

/** An event of the reply of `readTimeline`. */
export type TimelineEntry = FeedLine & { readonly expenseId: string | null; readonly personId: string | null };

/** The data of an event stay as they are. */
export function toTimelineJson({ expenseId, personId, ...line }: TimelineEntry): TimelineEvent {
  return { ...line, expense_id: expenseId, person_id: personId };
}

const filters = {
  /** The id of an account: the actor of the event, or the person it concerns. */
  person: z.optional(text(80).check(z.minLength(1))),
  /** The events of its stream. */
  expense: z.optional(expenseRef),
  /** The id of a payment: the events of its stream, and by which each expense was paid. */
  payment: z.optional(text(80).check(z.minLength(1))),
  kind: z.optional(z.enum(KINDS, `must be one of ${KINDS.join(', ')}`)),
  from: z.optional(instant),
  /** Exclusive. */
  to: z.optional(instant),
};

/**
 * The log backwards. A page can have fewer events than the limit, or none, and still not be the last one.
 * @throws NOT_FOUND if there is no such expense
 * @throws TRAIL_BROKEN if the event store no longer has the events that are in the log
 */
export const readTimeline = defineOperation({
  subject: 'audit.read-timeline',
  work: 'page',
  readOnly: true,
  request: z.object({
    ...filters,
    before: z.optional(z.number()),
    limit: z.number().check(z.lte(TIMELINE_LIMIT.most)),
  }),
  reply: z.object({
    /** The text of `TimelineEntry`s: an event that was altered may fit no schema. */
    events: z.string(),
    /** The `before` of the next page; null if this is the last one. */
    next: z.nullable(z.number()),
    /** Leaves of the log. */
    size: z.number(),
  }),
});

export const timelineRoute = defineRoute({
  method: 'GET',
  path: '/api/audit/timeline',
  summary: 'The events of the log, newest first, by person, expense, payment, kind and time.',
  errors: ['NOT_FOUND', 'TRAIL_BROKEN'],
  query: z.object({
    ...filters,
    from: z.optional(instantText),
    to: z.optional(instantText),
    /** Only events with a smaller leaf. */
    before: z.optional(wholeNumber(0)),
    limit: z.optional(wholeNumber(1, TIMELINE_LIMIT.most)),
  }),
  reply: z.object({ events: z.array(timelineEvent), next: z.nullable(z.number()), size: z.number() }),
});
