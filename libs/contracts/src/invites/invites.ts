import * as z from 'zod/mini';
import { acceptedInputs, apiSchemas, orEmpty } from '../api-schema.js';
import { emailField } from '../auth/fields.js';
import { defineOperation } from '../operation.js';
import { assignableRole, roleInput, instant } from '../primitives.js';
import { defineRoute } from '../route.js';

export const INVITE_DAYS = { min: 1, max: 90, default: 14 } as const;

export const inviteView = z.object({
  id: z.string(),
  /** Null for the first invite, which is valid for any email. */
  email: z.nullable(z.string()),
  role: assignableRole,
  token: z.string(),
  createdAt: instant,
  expiresAt: instant,
  usedAt: z.nullable(instant),
});
export type InviteView = z.infer<typeof inviteView>;

export const inviteJson = z
  .object({
    id: z.string(),
    email: z.string(),
    role: assignableRole,
    token: z.string(),
    expires_at: instant,
    used_at: z.nullable(instant),
  })
  .register(apiSchemas, { id: 'Invite' });
export type InviteJson = z.infer<typeof inviteJson>;

export function toInviteJson(invite: InviteView): InviteJson {
  return {
    id: invite.id,
    email: invite.email ?? '',
    role: invite.role,
    token: invite.token,
    expires_at: invite.expiresAt,
    used_at: invite.usedAt,
  };
}

export const createInvite = defineOperation({
  subject: 'invites.create',
  request: z.object({ email: z.string(), role: assignableRole, expiresInDays: z.number() }),
  reply: z.object({ invite: inviteView }),
});

/** Creates the invite for the first super admin, replacing an earlier one. Valid while there are no users. */
export const createFirstInvite = defineOperation({
  subject: 'invites.create-first',
  request: z.object({}),
  reply: z.object({ token: z.string() }),
});

export const listInvites = defineOperation({
  subject: 'invites.list',
  request: z.object({ limit: z.number().check(z.gte(1), z.lte(500)), cursor: z.nullable(z.string()) }),
  reply: z.object({ invites: z.array(inviteView), nextCursor: z.nullable(z.string()) }),
});

/**
 * The same email may redeem an invite again, so that an interrupted registration can be retried.
 * @throws INVALID_INVITE if the invite is unknown, used, expired or for another email
 */
export const redeemInvite = defineOperation({
  subject: 'invites.redeem',
  request: z.object({ token: z.string(), email: z.string(), usersExist: z.boolean() }),
  reply: z.object({ role: assignableRole, inviteId: z.string() }),
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
  summary: 'Creates an invite.',
  idempotent: true,
  status: 201,
  body: z.object({
    email: emailField(),
    role: z._default(roleInput, 'team_member'),
    expires_in_days: daysField,
  }),
  reply: z.object({ email: z.string(), role: assignableRole, token: z.string(), expires_at: instant }),
});

export const listInvitesRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/invites',
  summary: 'All invites.',
  reply: z.array(inviteJson),
});
