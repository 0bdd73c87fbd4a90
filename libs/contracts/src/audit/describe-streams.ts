import * as z from 'zod/mini';
import { describedStreams, PACK_PAGE, packSelector } from './proof-pack.js';
import { defineOperation } from '../operation.js';
import { expenseRef } from '../primitives.js';

// The audit service asks the expenses service about streams by these.

/** @throws NOT_FOUND if there is no such expense */
export const resolveExpense = defineOperation({
  subject: 'expenses.resolve',
  work: 'one',
  readOnly: true,
  request: z.object({ expense: expenseRef }),
  reply: z.object({ id: z.string() }),
});

/** The people whose expenses these are. Leaves out expenses that are not projected. */
export const findOwners = defineOperation({
  subject: 'expenses.find-owners',
  work: 'page',
  readOnly: true,
  request: z.object({ ids: z.array(z.string()).check(z.maxLength(256)) }),
  reply: z.object({
    owners: z.array(z.object({ id: z.string(), expenseId: z.string(), userId: z.nullable(z.string()) })),
  }),
});

/**
 * The streams that belong to a payment or an expense.
 * @throws NOT_FOUND if there is no such payment or expense
 */
export const findStreams = defineOperation({
  subject: 'expenses.find-streams',
  work: 'one',
  readOnly: true,
  request: z.object({ selector: packSelector }),
  reply: z.object({
    /** An expense by its uuid. */
    selector: packSelector,
    /** Null for a person and a period. */
    streams: z.nullable(z.array(z.string())),
  }),
});

/** The claims and payments of these streams as they were at a revision. */
export const describeStreams = defineOperation({
  subject: 'expenses.describe-streams',
  work: 'grows',
  readOnly: true,
  request: z.object({
    streams: z.array(z.object({ stream: z.string(), revision: z.number() })).check(z.maxLength(PACK_PAGE.streams)),
  }),
  reply: z.object(describedStreams),
});
