import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';

/** Notes that the actor opened a file of somebody else, or read the feed of all events. */
export const recordAccess = defineOperation({
  subject: 'auth.record-access',
  request: z.union([
    z.object({ what: z.enum(['receipt', 'report']), file: z.string(), ownerId: z.nullable(z.string()) }),
    z.object({ what: z.literal('trail') }),
  ]),
  reply: z.object({ done: z.literal(true) }),
});
