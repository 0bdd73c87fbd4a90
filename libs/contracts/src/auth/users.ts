import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { assignableRole, roleInput, reimbursementCurrency } from '../primitives.js';
import { defineRoute } from '../route.js';
import { nameField } from './fields.js';
import { userJson, userStatus, userView } from './user.js';

/** One page, oldest first. */
export const listUsers = defineOperation({
  subject: 'auth.list-users',
  request: z.object({ limit: z.number().check(z.gte(1), z.lte(500)), cursor: z.nullable(z.string()) }),
  reply: z.object({ users: z.array(userView), nextCursor: z.nullable(z.string()) }),
});

export const listUsersRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'All accounts.',
  reply: z.array(userJson),
});

/** @throws LAST_SUPER_ADMIN if no active super admin would remain */
export const updateUser = defineOperation({
  subject: 'auth.update-user',
  request: z.object({
    userId: z.string(),
    role: z.optional(assignableRole),
    status: z.optional(userStatus),
    firstName: z.optional(z.string()),
    lastName: z.optional(z.string()),
    reimbursementCurrency: z.optional(reimbursementCurrency),
  }),
  reply: z.object({ user: userView }),
});

export const updateUserRoute = defineRoute({
  method: 'PUT',
  path: '/api/admin/users/{id}/role',
  summary: "Changes a user's role, status, name or reimbursement currency.",
  body: z.object({
    role: z.optional(roleInput),
    status: z.optional(userStatus),
    first_name: z.optional(nameField('First name is required')),
    last_name: z.optional(nameField('Last name is required')),
    reimbursement_currency: z.optional(reimbursementCurrency),
  }),
  errors: ['LAST_SUPER_ADMIN', 'CONFLICT'],
  reply: z.object({ message: z.string(), user: userJson }),
});
