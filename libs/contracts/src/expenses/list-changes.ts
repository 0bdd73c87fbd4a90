import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { defineRoute } from '../route.js';

/** How often the gateway looks for changes of the lists that somebody has open. */
export const LIST_CHANGES_INTERVAL_MS = 1000;

/** The number of people in one message. */
export const VERSIONS_PAGE = 500;

/** Versions of the lists of many people, for other services. They equal those of `listExpenses`. */
export const listVersions = defineOperation({
  subject: 'expenses.list-versions',
  work: 'page',
  readOnly: true,
  request: z.object({ userIds: z.array(z.string()).check(z.maxLength(VERSIONS_PAGE)) }),
  reply: z.object({
    /** The version of the list of all expenses. */
    all: z.string(),
    /** The version of each person's own list, by user id. */
    own: z.record(z.string(), z.string()),
  }),
});

/** The data of an event named `version`: as in the `ETag` of the list. */
export const listVersionEvent = z.object({ version: z.string() });

export const followOwnExpensesRoute = defineRoute({
  method: 'GET',
  path: '/api/expenses/changes',
  summary: "The version of the list of the caller's expenses, now and after each change.",
  replyType: 'events',
  reply: listVersionEvent,
});

export const followAllExpensesRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/expenses/changes',
  summary: 'The version of the list of all expenses, now and after each change.',
  replyType: 'events',
  reply: listVersionEvent,
});
