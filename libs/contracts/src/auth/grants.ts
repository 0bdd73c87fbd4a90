import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { instant } from '../primitives.js';

/**
 * What a super admin gave to somebody: an invite, a reset code, a token. It ends with the role or the activity of whoever
 * made it, also if they get these back.
 */
export const grant = z.object({
  /** Null: the product made it, or a release that did not note who did. */
  madeById: z.nullable(z.string()),
  madeAt: instant,
});
export type Grant = z.infer<typeof grant>;

/** In the order of the request: whether each is still backed by its maker, and the email of that account. */
export const checkGrants = defineOperation({
  subject: 'auth.check-grants',
  work: 'grows',
  readOnly: true,
  request: z.object({ grants: z.array(grant).check(z.maxLength(500)), asOf: z.optional(instant) }),
  reply: z.object({ checked: z.array(z.object({ isBacked: z.boolean(), makerEmail: z.nullable(z.string()) })) }),
});
