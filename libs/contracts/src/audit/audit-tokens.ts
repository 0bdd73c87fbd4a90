import * as z from 'zod/mini';
import { actorSchema } from '../actor.js';
import { apiSchemas } from '../api-schema.js';
import { defineOperation } from '../operation.js';
import { AUDIT_SCOPE } from '../permissions.js';
import { instant, isoDate, personText, requiredText, sha256 } from '../primitives.js';
import { defineRoute } from '../route.js';

/** The prefix of every token, by which scanners for leaked secrets know it. */
export const AUDIT_TOKEN_PREFIX = 'outlay_audit_';

export const AUDIT_TOKEN_DAYS = { min: 1, max: 366 } as const;

/** A token of the scope `audit:read`; never with the token itself. */
export const auditTokenView = z.object({
  id: z.string(),
  name: z.string(),
  createdByEmail: z.string(),
  createdAt: instant,
  /** Null: it does not expire. */
  expiresAt: z.nullable(instant),
  revokedAt: z.nullable(instant),
  revokedByEmail: z.nullable(z.string()),
  /** False: it ended with the role or the activity of who made it. */
  isBacked: z.boolean(),
  /** The last day on which it was used. */
  lastUsedOn: z.nullable(isoDate),
});
export type AuditTokenView = z.infer<typeof auditTokenView>;

const fields = {
  id: z.string(),
  name: z.string(),
  created_by_email: z.string(),
  created_at: instant,
  expires_at: z.nullable(instant),
  revoked_at: z.nullable(instant),
  revoked_by_email: z.nullable(z.string()),
  /** Whether the maker is still the super admin they were; otherwise the token has ended. */
  maker_active: z.boolean(),
  last_used_on: z.nullable(isoDate),
};
export const auditTokenJson = z.object(fields).register(apiSchemas, { id: 'AuditToken' });
export type AuditTokenJson = z.infer<typeof auditTokenJson>;

export function toAuditTokenJson(token: AuditTokenView): AuditTokenJson {
  return {
    id: token.id,
    name: token.name,
    created_by_email: token.createdByEmail,
    created_at: token.createdAt,
    expires_at: token.expiresAt,
    revoked_at: token.revokedAt,
    revoked_by_email: token.revokedByEmail,
    maker_active: token.isBacked,
    last_used_on: token.lastUsedOn,
  };
}

/** Creates a token. `secret` is the token itself, which is shown only once. */
export const createAuditToken = defineOperation({
  subject: 'auth.create-audit-token',
  work: 'one',
  request: z.object({ name: personText(100, 'one'), expiresInDays: z.nullable(z.number()) }),
  reply: z.object({ secret: z.string(), auditToken: auditTokenView }),
});

/** One page, newest first. */
export const listAuditTokens = defineOperation({
  subject: 'auth.list-audit-tokens',
  work: 'grows',
  readOnly: true,
  request: z.object({ limit: z.number().check(z.gte(1), z.lte(500)), cursor: z.nullable(z.string()) }),
  reply: z.object({ auditTokens: z.array(auditTokenView), nextCursor: z.nullable(z.string()) }),
});

/** @throws NOT_FOUND without such a token */
export const revokeAuditToken = defineOperation({
  subject: 'auth.revoke-audit-token',
  work: 'one',
  request: z.object({ tokenId: z.string() }),
  reply: z.object({ auditToken: auditTokenView }),
});

/**
 * Returns the actor of a token, and notes that it was used.
 * @throws UNAUTHENTICATED if it is unknown, expired or revoked, or ended with its maker
 */
export const checkAuditToken = defineOperation({
  subject: 'auth.check-audit-token',
  work: 'one',
  readOnly: true,
  request: z.object({ secretHash: sha256 }),
  reply: z.object({ actor: actorSchema }),
});

const daysMessage = `must be a whole number of days from ${AUDIT_TOKEN_DAYS.min} to ${AUDIT_TOKEN_DAYS.max}`;

export const createAuditTokenRoute = defineRoute({
  method: 'POST',
  path: '/api/audit/tokens',
  summary: 'Makes a token that reads the trail, and answers with it once.',
  status: 201,
  body: z.object({
    name: requiredText(100, 'Name is required', 'one'),
    /** The only one, so it may be left out. */
    scope: z.optional(z.literal(AUDIT_SCOPE)),
    expires_in_days: z.optional(
      z.nullable(
        z.int(daysMessage).check(z.gte(AUDIT_TOKEN_DAYS.min, daysMessage), z.lte(AUDIT_TOKEN_DAYS.max, daysMessage)),
      ),
    ),
  }),
  reply: z.object({ ...fields, token: z.string() }),
});

export const listAuditTokensRoute = defineRoute({
  method: 'GET',
  path: '/api/audit/tokens',
  summary: 'The tokens that read the trail, newest first, without the tokens themselves.',
  reply: z.array(auditTokenJson),
});

export const revokeAuditTokenRoute = defineRoute({
  method: 'DELETE',
  path: '/api/audit/tokens/{id}',
  summary: 'Revokes a token, at once.',
  reply: z.object({ message: z.string(), audit_token: auditTokenJson }),
});
