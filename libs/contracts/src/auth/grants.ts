import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { instant } from '../primitives.js';

/**
 * An invite, a reset code or a token that a super admin gave to somebody. It ends when its maker loses the role or is
 * deactivated, even if they get these back.
 */
export const grant = z.object({
  /** Null: the product made it. */
  madeById: z.nullable(z.string()),
  madeAt: instant,
});
export type Grant = z.infer<typeof grant>;

/** Whether each grant is still backed by its maker, and the maker's email, in the order of the request. */
export const checkGrants = defineOperation({
  subject: 'auth.check-grants',
  work: 'grows',
  readOnly: true,
  request: z.object({ grants: z.array(grant).check(z.maxLength(500)), asOf: z.optional(instant) }),
  reply: z.object({ checked: z.array(z.object({ isBacked: z.boolean(), makerEmail: z.nullable(z.string()) })) }),
});
