import { canonicalRole, maySubmit, readsAll, type Role } from '@outlay/rules';
import * as z from 'zod/mini';
import { OutlayError } from './errors.js';
import { AUDIT_SCOPE, type Access, type Permission } from './permissions.js';
import { reimbursementCurrency, role } from './primitives.js';

export const actorSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role,
  reimbursementCurrency,
  /** The scope of an audit token, which may do nothing else. */
  scope: z.optional(z.literal(AUDIT_SCOPE)),
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

/** The actor id of the operator, who runs the product and has no account in it. */
export const OPERATOR_ACTOR_ID = 'operator';

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
  if (canonicalRole(actor.role) !== 'super_admin') throw forbidden('super_admin');
  return actor;
}

/**
 * The actor, who may read what all users have.
 * @throws UNAUTHENTICATED if there is no actor
 * @throws FORBIDDEN if the actor is neither a super admin nor an auditor
 */
export function requireReader(context: MessageContext): Actor {
  const actor = requireActor(context);
  if (!readsAll(actor.role) || actor.scope !== undefined) throw forbidden('reader');
  return actor;
}

/**
 * The actor, who may have claims.
 * @throws UNAUTHENTICATED if there is no actor
 * @throws FORBIDDEN if the actor is an auditor
 */
export function requireClaimant(context: MessageContext): Actor {
  const actor = requireActor(context);
  if (!maySubmit(actor.role)) throw forbidden('claimant');
  return actor;
}

/**
 * The actor, who may read the whole trail: a super admin, an auditor or an audit token.
 * @throws UNAUTHENTICATED if there is no actor
 * @throws FORBIDDEN otherwise
 */
export function requireTrailReader(context: MessageContext): Actor {
  const actor = requireActor(context);
  if (!readsAll(actor.role)) throw forbidden('reader');
  return actor;
}

/** @throws FORBIDDEN if the role, or the scope of a token, does not reach a route */
export function requireAccess(actor: Actor, { access, scope }: Pick<Permission, 'access' | 'scope'>): void {
  if (actor.scope !== undefined && actor.scope !== scope) {
    throw new OutlayError('FORBIDDEN', `Access denied. This token may only read the trail (${actor.scope}).`);
  }
  if (access !== 'public' && !ADMITTED[access](actor.role)) throw forbidden(access);
}

const ADMITTED: Readonly<Record<Exclude<Access, 'public'>, (role: Role) => boolean>> = {
  signed_in: () => true,
  claimant: maySubmit,
  reader: readsAll,
  super_admin: (role) => canonicalRole(role) === 'super_admin',
};

function forbidden(access: Access): OutlayError {
  return new OutlayError(
    'FORBIDDEN',
    access === 'claimant'
      ? 'Access denied. Auditors can read everything and change nothing.'
      : 'Access denied. Only Super Admins can view admin data.',
  );
}
