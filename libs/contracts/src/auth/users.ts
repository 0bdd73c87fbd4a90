import * as z from 'zod/mini';
import { asOfQuery } from '../as-of.js';
import { defineOperation } from '../operation.js';
import { assignableRole, instant, personText, roleInput, reimbursementCurrency } from '../primitives.js';
import { defineRoute } from '../route.js';
import { nameField } from './fields.js';
import { pendingChange, pendingChangeJson, toPendingChangeJson } from './pending-change.js';
import { toUserJson, userJson, userStatus, userView } from './user.js';

const managedUser = z.extend(userView, { pendingChange: z.nullable(pendingChange) });
const managedUserJson = z.extend(userJson, { pending_change: z.optional(pendingChangeJson) });
export type ManagedUserJson = z.infer<typeof managedUserJson>;

export function toManagedUserJson(user: z.infer<typeof managedUser>): ManagedUserJson {
  const { pendingChange } = user;
  return { ...toUserJson(user), ...(pendingChange && { pending_change: toPendingChangeJson(pendingChange) }) };
}

/** One page, oldest first. */
export const listUsers = defineOperation({
  subject: 'auth.list-users',
  work: 'grows',
  readOnly: true,
  request: z.object({
    limit: z.number().check(z.gte(1), z.lte(500)),
    cursor: z.nullable(z.string()),
    asOf: z.optional(instant),
  }),
  reply: z.object({ users: z.array(managedUser), nextCursor: z.nullable(z.string()) }),
});

export const listUsersRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'All accounts.',
  query: z.object(asOfQuery),
  reply: z.array(managedUserJson),
});

/**
 * @throws LAST_SUPER_ADMIN if no active super admin would remain
 * @throws CONFLICT if it would have to wait while another change of the account waits
 */
export const updateUser = defineOperation({
  subject: 'auth.update-user',
  work: 'one',
  request: z.object({
    userId: z.string(),
    role: z.optional(assignableRole),
    status: z.optional(userStatus),
    firstName: z.optional(personText(100, 'one')),
    lastName: z.optional(personText(100, 'one')),
    reimbursementCurrency: z.optional(reimbursementCurrency),
  }),
  /** `pendingChange` is the part of this change that waits. */
  reply: z.object({ user: managedUser }),
});

export const updateUserRoute = defineRoute({
  method: 'PUT',
  path: '/api/admin/users/{id}/role',
  summary: "Changes a user's role, status, name or reimbursement currency; 202 if it waits for a second super admin.",
  replyStatuses: [202],
  body: z.object({
    role: z.optional(roleInput),
    status: z.optional(userStatus),
    first_name: z.optional(nameField('First name is required')),
    last_name: z.optional(nameField('Last name is required')),
    reimbursement_currency: z.optional(reimbursementCurrency),
  }),
  errors: ['LAST_SUPER_ADMIN', 'CONFLICT'],
  reply: z.object({ message: z.string(), user: managedUserJson }),
});
