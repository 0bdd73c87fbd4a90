import * as z from 'zod/mini';
import { apiSchemas } from '../api-schema.js';
import { OutlayError } from '../errors.js';
import { defineOperation } from '../operation.js';
import { assignableRole, instant, text } from '../primitives.js';
import { defineRoute } from '../route.js';
import { userJson, userStatus, userView } from './user.js';

/** A new role or status, or a reset code. */
export const requestedChange = z.object({
  action: z.enum(['change', 'reset_code']),
  role: z.nullable(assignableRole),
  status: z.nullable(userStatus),
});
export type RequestedChange = z.infer<typeof requestedChange>;

/** A change that waits until another super admin than the asker answers it (setting FOUR_EYES). */
export const pendingChange = z.extend(requestedChange, {
  id: z.string(),
  requestedById: z.string(),
  requestedByEmail: z.string(),
  requestedAt: instant,
});
export type PendingChange = z.infer<typeof pendingChange>;

export const pendingChangeJson = z
  .object({
    id: z.string(),
    action: requestedChange.shape.action,
    role: z.nullable(assignableRole),
    status: z.nullable(userStatus),
    requested_by_id: z.string(),
    requested_by_email: z.string(),
    requested_at: instant,
  })
  .register(apiSchemas, { id: 'PendingChange' });
export type PendingChangeJson = z.infer<typeof pendingChangeJson>;

export function toPendingChangeJson(change: PendingChange): PendingChangeJson {
  return {
    id: change.id,
    action: change.action,
    role: change.role,
    status: change.status,
    requested_by_id: change.requestedById,
    requested_by_email: change.requestedByEmail,
    requested_at: change.requestedAt,
  };
}

export const pendingAnswer = z.enum(['confirm', 'refuse', 'withdraw']);
export type PendingAnswer = z.infer<typeof pendingAnswer>;

/** @throws FORBIDDEN if who asked confirms or refuses, or another withdraws */
export function requireMayAnswer(
  { requestedById }: { requestedById: string },
  by: string,
  answer: PendingAnswer,
): void {
  const isOwn = requestedById === by;
  if (isOwn === (answer === 'withdraw')) return;
  const message = isOwn
    ? 'Another super admin must confirm or refuse what you asked for. You can withdraw it.'
    : 'Only who asked for a change can withdraw it.';
  throw new OutlayError('FORBIDDEN', message);
}

/** @throws CONFLICT if who asked can no longer ask */
export function requireActingAsker(isBacked: boolean): void {
  if (isBacked) return;
  throw new OutlayError('CONFLICT', 'Who asked for this is no longer an active super admin. It can only be refused.');
}

/** The error for an answer that comes too late. */
export function noLongerWaits(): OutlayError {
  return new OutlayError('CONFLICT', 'This no longer waits. Somebody else has answered it, or the account changed.');
}

/**
 * Answers a pending change. The asker can only withdraw it; others can only confirm or refuse it.
 * @throws FORBIDDEN otherwise
 * @throws CONFLICT if it no longer waits, or the asker is no active super admin any more
 * @throws LAST_SUPER_ADMIN if no active super admin would remain
 */
export const answerPendingChange = defineOperation({
  subject: 'auth.answer-pending-change',
  work: 'one',
  request: z.object({ userId: z.string(), changeId: z.string(), answer: pendingAnswer }),
  reply: z.object({
    user: userView,
    /** The code, if a reset code was confirmed. */
    resetCode: z.nullable(z.object({ code: z.string(), expiresInSeconds: z.number() })),
  }),
});

export const answerPendingChangeRoute = defineRoute({
  method: 'PUT',
  path: '/api/admin/users/{id}/pending-change',
  summary: 'Confirms, refuses or withdraws a change of a super admin that waits for a second one.',
  body: z.object({ change_id: text(80, 'change_id is required'), answer: pendingAnswer }),
  errors: ['CONFLICT', 'LAST_SUPER_ADMIN', 'NOT_FOUND'],
  reply: z.object({
    message: z.string(),
    user: userJson,
    reset_code: z.optional(z.string()),
    expires_in_seconds: z.optional(z.number()),
  }),
});
