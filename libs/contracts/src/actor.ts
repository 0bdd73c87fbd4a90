import { canonicalRole } from '@outlay/rules';
import * as z from 'zod/mini';
import { OutlayError } from './errors.js';
import { reimbursementCurrency, role } from './primitives.js';

export const actorSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role,
  reimbursementCurrency,
});
export type Actor = z.infer<typeof actorSchema>;

export const messageContextSchema = z.object({
  actor: z.nullable(actorSchema),
  correlationId: z.string(),
  /** Chosen by the client; a retry with the same key has no second effect. */
  idempotencyKey: z.optional(z.string()),
  /** Unique per message between processes. A message that somebody recorded and sends again creates nothing new. */
  messageId: z.optional(z.string()),
});
export type MessageContext = z.infer<typeof messageContextSchema>;

/** The actor of automatic actions, such as completing an interrupted payment. */
export const SYSTEM_ACTOR_ID = 'system';

/** @throws UNAUTHENTICATED if the message has no actor */
export function requireActor({ actor }: MessageContext): Actor {
  if (!actor) throw new OutlayError('UNAUTHENTICATED', 'Please log in.');
  return actor;
}

/**
 * @throws UNAUTHENTICATED if there is no actor
 * @throws FORBIDDEN if the actor is not a super admin
 */
export function requireSuperAdmin(context: MessageContext): Actor {
  const actor = requireActor(context);
  if (canonicalRole(actor.role) !== 'super_admin') {
    throw new OutlayError('FORBIDDEN', 'Access denied. Only Super Admins can view admin data.');
  }
  return actor;
}

/**
 * Whoever may read the whole trail.
 * @throws UNAUTHENTICATED if there is no actor
 * @throws FORBIDDEN if the actor is nobody of these
 */
export function requireTrailReader(context: MessageContext): Actor {
  return requireSuperAdmin(context);
}
