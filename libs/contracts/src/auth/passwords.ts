import * as z from 'zod/mini';
import { CHANGED_PASSWORD_MIN, isLongEnough, isStrongPassword, passwordMessages } from '@outlay/rules';
import { accepted, apiSchemas } from '../api-schema.js';
import { defineOperation } from '../operation.js';
import { defineRoute } from '../route.js';
import { messageReply } from '../replies.js';
import { emailField, passwordField } from './fields.js';

/** Ends every session of the user but answers a new token for this one. INVALID_CURRENT_PASSWORD. */
export const changePassword = defineOperation({
  subject: 'auth.change-password',
  request: z.object({ currentPassword: z.string(), newPassword: z.string() }),
  reply: z.object({ token: z.string() }),
});

export const changePasswordRoute = defineRoute({
  method: 'PUT',
  path: '/api/auth/password',
  summary: "Changes the caller's password; other sessions end, this one goes on with the token answered.",
  throttle: 'credentials',
  body: z.object({
    currentPassword: passwordField('Current password is required'),
    newPassword: z
      .string('New password is required')
      .check(
        // Characters as a person counts them, and JSON Schema does: an emoji is one.
        z.refine(isLongEnough, passwordMessages.changedTooShort),
        z.maxLength(256, 'Password must be at most 256 characters long'),
      )
      .register(apiSchemas, { minLength: CHANGED_PASSWORD_MIN }),
  }),
  errors: ['INVALID_CURRENT_PASSWORD'],
  reply: z.object({ message: z.string(), token: z.string() }),
});

/** A one-time code of six digits for a user, made by a super admin; it lives one hour and dies after five wrong tries. */
export const createResetCode = defineOperation({
  subject: 'auth.create-reset-code',
  request: z.object({ userId: z.string() }),
  reply: z.object({ code: z.string(), expiresInSeconds: z.number() }),
});

export const createResetCodeRoute = defineRoute({
  method: 'POST',
  path: '/api/admin/users/{id}/reset-code',
  summary: 'Makes a one-time code by which a user can set a new password within an hour.',
  status: 201,
  reply: z.object({ reset_code: z.string(), expires_in_seconds: z.number() }),
});

/** INVALID_RESET_CODE, in one text, for an unknown email, a wrong, used, dead or expired code. */
export const resetPassword = defineOperation({
  subject: 'auth.reset-password',
  request: z.object({ email: z.string(), code: z.string(), newPassword: z.string() }),
  reply: z.object({ done: z.literal(true) }),
});

const missing = 'Email, code, and new password are required';
export const resetPasswordRoute = defineRoute({
  method: 'POST',
  path: '/api/auth/reset-password-with-code',
  summary: 'Sets a new password with the code a super admin made.',
  throttle: 'credentials',
  status: 200,
  body: z.object({
    email: emailField(missing),
    code: z.string(missing).check(z.minLength(1, missing), z.regex(/^\d{6}$/, 'Code must be 6 digits')),
    newPassword: z
      .string(missing)
      .check(
        z.minLength(1, missing),
        z.maxLength(256, passwordMessages.weak),
        z.refine(isStrongPassword, passwordMessages.weak),
      )
      .register(apiSchemas, accepted.strongPassword),
  }),
  errors: ['INVALID_RESET_CODE'],
  reply: messageReply,
});
