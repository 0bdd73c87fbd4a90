import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';

/** Notes that the actor opened a file of somebody else, exported a list or the trail, or had everything verified. */
export const recordAccess = defineOperation({
  subject: 'auth.record-access',
  work: 'one',
  request: z.union([
    z.object({ what: z.enum(['receipt', 'report']), file: z.string(), ownerId: z.nullable(z.string()) }),
    z.object({ what: z.literal('trail') }),
    z.object({ what: z.literal('expenses') }),
    z.object({
      what: z.literal('verification'),
      events: z.number(),
      position: z.nullable(z.string()),
      findings: z.number(),
    }),
  ]),
  reply: z.object({ done: z.literal(true) }),
});
