import * as z from 'zod/mini';
import { CHANGED_PASSWORD_MIN, isLongEnough, isStrongPassword, passwordMessages } from '@outlay/rules';
import { acceptedInputs, apiSchemas } from '../api-schema.js';
import { defineOperation } from '../operation.js';
import { defineRoute } from '../route.js';
import { messageReply } from '../replies.js';
import { emailField, passwordField } from './fields.js';
import { pendingChange, pendingChangeJson } from './pending-change.js';

/**
 * Changes the password, ends all sessions of the user and returns a new token.
 * @throws INVALID_CURRENT_PASSWORD if the current password is wrong
 */
export const changePassword = defineOperation({
  subject: 'auth.change-password',
  work: 'one',
  request: z.object({ currentPassword: z.string(), newPassword: z.string() }),
  reply: z.object({ token: z.string() }),
});

export const changePasswordRoute = defineRoute({
  method: 'PUT',
  path: '/api/auth/password',
  summary: "Changes the caller's password and ends all sessions; the reply carries a new token.",
  throttle: 'credentials',
  body: z.object({
    currentPassword: passwordField('Current password is required'),
    newPassword: z
      .string('New password is required')
      .check(
        // Counts code points, as JSON Schema does.
        z.refine(isLongEnough, passwordMessages.changedTooShort),
        z.maxLength(256, 'Password must be at most 256 characters long'),
      )
      .register(apiSchemas, { minLength: CHANGED_PASSWORD_MIN }),
  }),
  errors: ['INVALID_CURRENT_PASSWORD'],
  reply: z.object({ message: z.string(), token: z.string() }),
});

/**
 * Creates a one-time code of six digits for a user; it expires after one hour or five wrong attempts.
 * @throws CONFLICT if the account is inactive, or would have to wait while another change of the account waits
 */
export const createResetCode = defineOperation({
  subject: 'auth.create-reset-code',
  work: 'one',
  request: z.object({ userId: z.string() }),
  /** No code is returned while it waits. */
  reply: z.object({ code: z.string(), expiresInSeconds: z.number(), pendingChange: z.nullable(pendingChange) }),
});

export const createResetCodeRoute = defineRoute({
  method: 'POST',
  path: '/api/admin/users/{id}/reset-code',
  summary:
    'Creates a one-time code with which a user can set a new password within an hour; 202 without a code if it waits for a second super admin.',
  status: 201,
  replyStatuses: [202],
  errors: ['CONFLICT'],
  /** `reset_code` is empty while it waits. */
  reply: z.object({
    reset_code: z.string(),
    expires_in_seconds: z.number(),
    message: z.optional(z.string()),
    pending_change: z.optional(pendingChangeJson),
  }),
});

/**
 * @throws INVALID_RESET_CODE, indistinguishably, for an unknown email or a wrong, used or expired code
 * @throws CONFLICT for the right code of an inactive account
 */
export const resetPassword = defineOperation({
  subject: 'auth.reset-password',
  work: 'one',
  request: z.object({ email: z.string(), code: z.string(), newPassword: z.string() }),
  reply: z.object({ done: z.literal(true) }),
});

const missing = 'Email, code, and new password are required';
export const resetPasswordRoute = defineRoute({
  method: 'POST',
  path: '/api/auth/reset-password-with-code',
  summary: 'Sets a new password with a code from a super admin.',
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
      .register(apiSchemas, acceptedInputs.strongPassword),
  }),
  errors: ['INVALID_RESET_CODE', 'CONFLICT'],
  reply: messageReply,
});
