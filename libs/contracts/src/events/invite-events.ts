import * as z from 'zod/mini';
import { assignableRole, instant } from '../primitives.js';

/** The events of an invite; streams are named `invite-<id>`. Never with its code. */
export const inviteEventSchemas = {
  /** The first super admin's invite enters the trail when it is redeemed; until then, each start replaces it. */
  InviteCreated: z.object({
    /** Null for the invite of the first super admin, which is valid for any email. */
    email: z.nullable(z.string()),
    role: assignableRole,
    createdAt: instant,
    expiresAt: instant,
  }),
  /** It can be used once another super admin has confirmed it. */
  InviteConfirmationRequested: z.object({}),
  InviteConfirmed: z.object({}),
  InviteRefused: z.object({}),
  InviteWithdrawn: z.object({}),
  /** It can no longer be used. */
  InviteRevoked: z.object({}),
  /** The registration follows as `AccountRegistered` with the id of the invite. */
  InviteRedeemed: z.object({ email: z.string() }),
} as const;

export type InviteEventType = keyof typeof inviteEventSchemas;
export type InviteEventOf<T extends InviteEventType> = {
  readonly type: T;
  readonly data: z.infer<(typeof inviteEventSchemas)[T]>;
};
export type InviteEvent = { [T in InviteEventType]: InviteEventOf<T> }[InviteEventType];
