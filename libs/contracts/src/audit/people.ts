import * as z from 'zod/mini';
import { auditEntry, auditEntryJson } from '../expenses/audit-expense.js';
import { defineOperation } from '../operation.js';
import { defineRoute } from '../route.js';

/** The latest of each kind. @throws NOT_FOUND without such an account; TRAIL_BROKEN if its events were altered */
export const readPersonHistory = defineOperation({
  subject: 'auth.person-history',
  work: 'grows',
  readOnly: true,
  request: z.object({ userId: z.string() }),
  reply: z.object({ entries: z.array(auditEntry) }),
});

/** The events of the invites that the account created, and of the invite that its email used. */
export const readInviteHistory = defineOperation({
  subject: 'invites.person-history',
  work: 'grows',
  readOnly: true,
  request: z.object({ userId: z.string(), email: z.string() }),
  reply: z.object({ entries: z.array(auditEntry) }),
});

export const personHistoryRoute = defineRoute({
  method: 'GET',
  path: '/api/audit/people/{id}',
  summary: 'What was done to and by the account of a person, with invites and access, oldest first.',
  errors: ['NOT_FOUND', 'TRAIL_BROKEN'],
  reply: z.object({ history: z.array(auditEntryJson) }),
});
