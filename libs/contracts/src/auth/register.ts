import * as z from 'zod/mini';
import { isStrongPassword, passwordMessages } from '@outlay/rules';
import { acceptedInputs, apiSchemas } from '../api-schema.js';
import { defineOperation } from '../operation.js';
import { personText, reimbursementCurrency, requiredText } from '../primitives.js';
import { defineRoute } from '../route.js';
import { emailField, nameField } from './fields.js';
import { userJson, userView } from './user.js';

/**
 * @throws INVALID_INVITE if the invite is unknown, used, expired or for another email
 * @throws EMAIL_TAKEN if the email has an account
 */
export const register = defineOperation({
  subject: 'auth.register',
  work: 'one',
  request: z.object({
    email: z.string(),
    password: z.string(),
    firstName: personText(100, 'one'),
    lastName: personText(100, 'one'),
    reimbursementCurrency,
    inviteToken: z.string(),
  }),
  reply: z.object({ user: userView }),
});

export const registerRoute = defineRoute({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Creates the invited account with the role of the invite.',
  idempotent: true,
  throttle: 'credentials',
  status: 201,
  body: z.object({
    email: emailField(),
    password: z
      .string('Password is required')
      .check(z.maxLength(256, passwordMessages.weak), z.refine(isStrongPassword, passwordMessages.weak))
      .register(apiSchemas, acceptedInputs.strongPassword),
    first_name: nameField('First name is required'),
    last_name: nameField('Last name is required'),
    reimbursement_currency: z._default(reimbursementCurrency, 'EUR'),
    invite_token: requiredText(200, 'Invite code is required.', 'one'),
  }),
  errors: ['INVALID_INVITE', 'EMAIL_TAKEN'],
  reply: z.object({ message: z.string(), user: userJson }),
});
