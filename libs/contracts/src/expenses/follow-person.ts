import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';

/**
 * Brings the lists up to the names of an account. Called before a change of names is answered, so that whoever made it
 * reads it; the lists follow the account's events in any case.
 */
export const followPerson = defineOperation({
  subject: 'expenses.follow-person',
  work: 'one',
  request: z.object({ userId: z.string() }),
  reply: z.object({ done: z.literal(true) }),
});
