import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { assignableRole } from '../primitives.js';
import { defineRoute } from '../route.js';
import { userJson, userView } from './user.js';

/** What a session token says; the role is not in it for anyone to trust, only for the client to show. */
export const tokenPayload = z.object({
  sub: z.string(),
  email: z.string(),
  role: assignableRole,
  ver: z.number(),
  use: z.literal('session'),
});
export type TokenPayload = z.infer<typeof tokenPayload>;
export const SESSION_SECONDS = 8 * 60 * 60;

/** The user behind a token, as they are now. UNAUTHENTICATED once deactivated or since the password changed. */
export const checkSession = defineOperation({
  subject: 'auth.check-session',
  request: z.object({ userId: z.string(), tokenVersion: z.number() }),
  reply: z.object({ user: userView }),
});

/** A user by id, for services that act on someone's behalf. NOT_FOUND. */
export const getUser = defineOperation({
  subject: 'auth.get-user',
  request: z.object({ userId: z.string() }),
  reply: z.object({ user: userView }),
});

/** How many users there are at all, and how many super admins can act. */
export const countUsers = defineOperation({
  subject: 'auth.count-users',
  request: z.object({}),
  reply: z.object({ users: z.number(), activeSuperAdmins: z.number() }),
});

export const profileRoute = defineRoute({
  method: 'GET',
  path: '/api/auth/me',
  summary: "The caller's profile.",
  reply: userJson,
});
