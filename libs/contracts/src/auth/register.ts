import * as z from 'zod/mini';
import { isStrongPassword, passwordMessages } from '@outlay/rules';
import { accepted, apiSchemas } from '../api-schema.js';
import { defineOperation } from '../operation.js';
import { nonBlank, reimbursementCurrency } from '../primitives.js';
import { defineRoute } from '../route.js';
import { emailField, nameField } from './fields.js';
import { userJson, userView } from './user.js';

/** Creates the user an invite was made for; the role is the invite's. INVALID_INVITE, EMAIL_TAKEN. */
export const register = defineOperation({
  subject: 'auth.register',
  request: z.object({
    email: z.string(),
    password: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    reimbursementCurrency,
    inviteToken: z.string(),
  }),
  reply: z.object({ user: userView }),
});

export const registerRoute = defineRoute({
  method: 'POST',
  path: '/api/auth/register',
  summary: "Creates the account an invite was made for; the role is the invite's.",
  idempotent: true,
  throttle: 'credentials',
  status: 201,
  body: z.object({
    email: emailField(),
    password: z
      .string('Password is required')
      .check(z.maxLength(256, passwordMessages.weak), z.refine(isStrongPassword, passwordMessages.weak))
      .register(apiSchemas, accepted.strongPassword),
    first_name: nameField('First name is required'),
    last_name: nameField('Last name is required'),
    reimbursement_currency: z._default(reimbursementCurrency, 'EUR'),
    invite_token: nonBlank(200, 'Invite code is required.'),
  }),
  errors: ['INVALID_INVITE', 'EMAIL_TAKEN'],
  reply: z.object({ message: z.string(), user: userJson }),
});
