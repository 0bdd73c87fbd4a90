import * as z from 'zod/mini';
import { acceptedInputs, apiSchemas, orEmpty } from '../api-schema.js';
import { asOfQuery } from '../as-of.js';
import { emailField } from '../auth/fields.js';
import { grant } from '../auth/grants.js';
import { pendingAnswer } from '../auth/pending-change.js';
import { OutlayError } from '../errors.js';
import { defineOperation } from '../operation.js';
import { assignableRole, roleInput, instant } from '../primitives.js';
import { defineRoute } from '../route.js';

export const INVITE_DAYS = { min: 1, max: 90, default: 14 } as const;

/** The confirmation that an invite needs from another super admin than its maker (setting FOUR_EYES). */
export const inviteConfirmation = z.object({
  status: z.enum(['waiting', 'refused', 'withdrawn']),
  requestedById: z.string(),
  requestedByEmail: z.string(),
  requestedAt: instant,
});
export type InviteConfirmation = z.infer<typeof inviteConfirmation>;

/** The reason why an unused invite has ended: it was revoked, or its maker lost the role or was deactivated. */
export const inviteEnd = z.object({
  status: z.enum(['revoked', 'maker_gone']),
  /** The email of the person who revoked the invite, or made it. */
  byEmail: z.string(),
});
export type InviteEnd = z.infer<typeof inviteEnd>;

export const inviteView = z.object({
  id: z.string(),
  /** Null for the first invite, which is valid for any email. */
  email: z.nullable(z.string()),
  role: assignableRole,
  token: z.string(),
  createdAt: instant,
  expiresAt: instant,
  usedAt: z.nullable(instant),
  confirmation: z.nullable(inviteConfirmation),
  ended: z.nullable(inviteEnd),
});
export type InviteView = z.infer<typeof inviteView>;

const confirmationJson = z.object({
  status: inviteConfirmation.shape.status,
  requested_by_id: z.string(),
  requested_by_email: z.string(),
  requested_at: instant,
});

export const inviteJson = z
  .object({
    id: z.string(),
    email: z.string(),
    role: assignableRole,
    token: z.string(),
    expires_at: instant,
    used_at: z.nullable(instant),
    confirmation: z.optional(confirmationJson),
    ended: z.optional(z.object({ status: inviteEnd.shape.status, by_email: z.string() })),
  })
  .register(apiSchemas, { id: 'Invite' });
export type InviteJson = z.infer<typeof inviteJson>;

export function toInviteJson(invite: InviteView): InviteJson {
  const { confirmation, ended } = invite;
  return {
    id: invite.id,
    email: invite.email ?? '',
    role: invite.role,
    token: invite.token,
    expires_at: invite.expiresAt,
    used_at: invite.usedAt,
    ...(confirmation && {
      confirmation: {
        status: confirmation.status,
        requested_by_id: confirmation.requestedById,
        requested_by_email: confirmation.requestedByEmail,
        requested_at: confirmation.requestedAt,
      },
    }),
    ...(ended && { ended: { status: ended.status, by_email: ended.byEmail } }),
  };
}

export const createInvite = defineOperation({
  subject: 'invites.create',
  work: 'one',
  request: z.object({ email: z.string(), role: assignableRole, expiresInDays: z.number() }),
  reply: z.object({ invite: inviteView }),
});

/**
 * Answers an invite that waits. Its maker can only withdraw it; others can only confirm or refuse it.
 * @throws FORBIDDEN otherwise; NOT_FOUND without such an invite
 * @throws CONFLICT if it does not wait, or its maker is no active super admin any more
 */
export const answerInvite = defineOperation({
  subject: 'invites.answer',
  work: 'one',
  request: z.object({ inviteId: z.string(), answer: pendingAnswer }),
  reply: z.object({ invite: inviteView }),
});

/**
 * A repetition changes nothing.
 * @throws NOT_FOUND without such an invite; CONFLICT if it has been used
 */
export const revokeInvite = defineOperation({
  subject: 'invites.revoke',
  work: 'one',
  request: z.object({ inviteId: z.string() }),
  reply: z.object({ invite: inviteView }),
});

export function inviteWaits(): OutlayError {
  const message = 'This invite waits until another super admin confirms it. Please try again later.';
  return new OutlayError('INVALID_INVITE', message);
}

/** Creates the invite for the first super admin, replacing an earlier one. Valid while there are no users. */
export const createFirstInvite = defineOperation({
  subject: 'invites.create-first',
  work: 'one',
  request: z.object({}),
  reply: z.object({ token: z.string() }),
});

export const listInvites = defineOperation({
  subject: 'invites.list',
  work: 'grows',
  readOnly: true,
  request: z.object({
    limit: z.number().check(z.gte(1), z.lte(500)),
    cursor: z.nullable(z.string()),
    asOf: z.optional(instant),
  }),
  reply: z.object({ invites: z.array(inviteView), nextCursor: z.nullable(z.string()) }),
});

/**
 * The same email may redeem an invite again, so that an interrupted registration can be retried.
 * @throws INVALID_INVITE if the invite is unknown, used, expired, revoked, for another email or not confirmed, or if
 * its maker lost the role or was deactivated
 */
export const redeemInvite = defineOperation({
  subject: 'invites.redeem',
  work: 'one',
  request: z.object({ token: z.string(), email: z.string(), usersExist: z.boolean() }),
  /** The grant must still be backed when the account is registered. */
  reply: z.object({
    role: assignableRole,
    inviteId: z.string(),
    grant: z.extend(grant, { isConfirmed: z.boolean() }),
  }),
});

const daysMessage = `Expiry must be a whole number of days from ${INVITE_DAYS.min} to ${INVITE_DAYS.max}`;
const daysField = z
  .pipe(
    z.optional(z.union([z.number(), z.string(), z.null()])),
    z.transform((raw, context) => {
      if (raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '')) {
        return INVITE_DAYS.default;
      }
      // Number() would also accept `0x0e` and `1e1`.
      const days = typeof raw === 'string' && !/^\s*\d+\s*$/.test(raw) ? NaN : Number(raw);
      if (Number.isInteger(days) && days >= INVITE_DAYS.min && days <= INVITE_DAYS.max) return days;
      context.issues.push({ code: 'custom', message: daysMessage, input: raw });
      return z.NEVER;
    }),
  )
  .register(apiSchemas, orEmpty(acceptedInputs.inviteDays));

export const createInviteRoute = defineRoute({
  method: 'POST',
  path: '/api/auth/invites',
  summary: 'Creates an invite; 202 if it waits for a second super admin before it can be used.',
  replyStatuses: [202],
  idempotent: true,
  status: 201,
  body: z.object({
    email: emailField(),
    role: z._default(roleInput, 'team_member'),
    expires_in_days: daysField,
  }),
  reply: z.object({
    email: z.string(),
    role: assignableRole,
    token: z.string(),
    expires_at: instant,
    confirmation: z.optional(confirmationJson),
  }),
});

export const answerInviteRoute = defineRoute({
  method: 'PUT',
  path: '/api/admin/invites/{id}/confirmation',
  summary: 'Confirms, refuses or withdraws an invite of a super admin that waits for a second one.',
  body: z.object({ answer: pendingAnswer }),
  errors: ['CONFLICT', 'NOT_FOUND'],
  reply: z.object({ message: z.string(), invite: inviteJson }),
});

export const revokeInviteRoute = defineRoute({
  method: 'DELETE',
  path: '/api/admin/invites/{id}',
  summary: 'Revokes an invite that has not been used.',
  errors: ['CONFLICT', 'NOT_FOUND'],
  reply: z.object({ message: z.string(), invite: inviteJson }),
});

export const listInvitesRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/invites',
  summary: 'All invites.',
  query: z.object(asOfQuery),
  reply: z.array(inviteJson),
});
