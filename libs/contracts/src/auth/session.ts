import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { assignableRole, role } from '../primitives.js';
import { userView } from './user.js';

/** The claims of a session token. The role is for display only; the server loads the current one. */
export const tokenPayload = z.object({
  sub: z.string(),
  email: z.string(),
  role: assignableRole,
  ver: z.number(),
  use: z.literal('session'),
});
export type TokenPayload = z.infer<typeof tokenPayload>;
export const SESSION_SECONDS = 8 * 60 * 60;

/** @throws UNAUTHENTICATED if the user is deactivated or the password changed */
export const checkSession = defineOperation({
  subject: 'auth.check-session',
  work: 'one',
  readOnly: true,
  request: z.object({ userId: z.string(), tokenVersion: z.number() }),
  reply: z.object({ user: userView }),
});

/** The number of sessions in one message. */
export const SESSIONS_PAGE = 500;

/** The current role of each session's user, in the order of the request; null if the session has ended. */
export const checkSessions = defineOperation({
  subject: 'auth.check-sessions',
  work: 'page',
  readOnly: true,
  request: z.object({
    sessions: z.array(z.object({ userId: z.string(), tokenVersion: z.number() })).check(z.maxLength(SESSIONS_PAGE)),
  }),
  reply: z.object({ roles: z.array(z.nullable(role)) }),
});

/** @throws NOT_FOUND if the user does not exist */
export const getUser = defineOperation({
  subject: 'auth.get-user',
  work: 'one',
  readOnly: true,
  request: z.object({ userId: z.string() }),
  reply: z.object({ user: userView }),
});

/** Finds the account that has an email address; null if no account has it. */
export const findAccount = defineOperation({
  subject: 'auth.find-account',
  work: 'one',
  readOnly: true,
  request: z.object({ email: z.string() }),
  reply: z.object({ user: z.nullable(userView) }),
});

export const countUsers = defineOperation({
  subject: 'auth.count-users',
  work: 'one',
  readOnly: true,
  request: z.object({}),
  reply: z.object({ users: z.number(), activeSuperAdmins: z.number() }),
});
