import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { defineRoute } from '../route.js';
import { emailField, passwordField } from './fields.js';
import { userJson, userView } from './user.js';

/** @throws INVALID_CREDENTIALS, indistinguishably, for an unknown email, a wrong password or an inactive user */
export const login = defineOperation({
  subject: 'auth.login',
  work: 'one',
  request: z.object({ email: z.string(), password: z.string() }),
  reply: z.object({ user: userView, token: z.string() }),
});

export const loginRoute = defineRoute({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Starts a session of eight hours.',
  throttle: 'credentials',
  status: 200,
  body: z.object({ email: emailField(), password: passwordField() }),
  errors: ['INVALID_CREDENTIALS'],
  reply: z.object({ user: userJson, token: z.string() }),
});
