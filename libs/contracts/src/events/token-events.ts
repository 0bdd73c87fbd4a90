import * as z from 'zod/mini';
import { AUDIT_SCOPE } from '../permissions.js';
import { instant, sha256 } from '../primitives.js';

/** The events of a token of the API; streams are named `token-<id>`. Never with the token. */
export const tokenEventSchemas = {
  /** `secretHash` is the SHA-256 of the token, which is 32 random bytes: nobody can turn it back. */
  TokenCreated: z.object({
    name: z.string(),
    scope: z.literal(AUDIT_SCOPE),
    secretHash: sha256,
    /** Null: it does not expire. */
    expiresAt: z.nullable(instant),
  }),
  TokenRevoked: z.object({}),
} as const;

export type TokenEventType = keyof typeof tokenEventSchemas;
export type TokenEventOf<T extends TokenEventType> = {
  readonly type: T;
  readonly data: z.infer<(typeof tokenEventSchemas)[T]>;
};
export type TokenEvent = { [T in TokenEventType]: TokenEventOf<T> }[TokenEventType];
