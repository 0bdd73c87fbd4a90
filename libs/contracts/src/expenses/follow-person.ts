import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';

/**
 * Brings the lists up to the names of an account. A change of names is answered after this call, so that its author
 * reads the new name; the lists follow the account's events in any case.
 */
export const followPerson = defineOperation({
  subject: 'expenses.follow-person',
  work: 'one',
  request: z.object({ userId: z.string() }),
  reply: z.object({ done: z.literal(true) }),
});
