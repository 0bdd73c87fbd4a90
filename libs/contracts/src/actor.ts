import { canonicalRole } from '@outlay/rules';
import * as z from 'zod/mini';
import { OutlayError } from './errors.js';
import { reimbursementCurrency, role } from './primitives.js';

/** Who acts: the signed-in user as the auth service knows them now. */
export const actorSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role,
  reimbursementCurrency,
});
export type Actor = z.infer<typeof actorSchema>;

/** What travels beside every message: who asks, and the thread it belongs to from browser to worker. */
export const messageContextSchema = z.object({
  actor: z.nullable(actorSchema),
  correlationId: z.string(),
  /** The caller's name for this very request, so that its repetition has one effect. */
  idempotencyKey: z.optional(z.string()),
});
export type MessageContext = z.infer<typeof messageContextSchema>;

/** The actor of things the system does by itself, such as finishing an interrupted payment. */
export const SYSTEM_ACTOR_ID = 'system';

/** The actor of a message that needs one. UNAUTHENTICATED where nobody is named. */
export function requireActor({ actor }: MessageContext): Actor {
  if (!actor) throw new OutlayError('UNAUTHENTICATED', 'Please log in.');
  return actor;
}

/** The same, for what only super admins may do. FORBIDDEN for everybody else. */
export function requireSuperAdmin(context: MessageContext): Actor {
  const actor = requireActor(context);
  if (canonicalRole(actor.role) !== 'super_admin') {
    throw new OutlayError('FORBIDDEN', 'Access denied. Only Super Admins can view admin data.');
  }
  return actor;
}
