import * as z from 'zod/mini';
import { apiSchemas } from '../api-schema.js';
import { assignableRole, instant, reimbursementCurrency } from '../primitives.js';

export const userStatus = z.enum(['active', 'inactive']);

/** A user between services; never includes the password or its hash. */
export const userView = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: assignableRole,
  status: userStatus,
  reimbursementCurrency,
  createdAt: instant,
});
export type UserView = z.infer<typeof userView>;

export const userJson = z
  .object({
    id: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    role: assignableRole,
    status: userStatus,
    reimbursement_currency: reimbursementCurrency,
  })
  .register(apiSchemas, { id: 'User' });
export type UserJson = z.infer<typeof userJson>;

export function toUserJson(user: UserView): UserJson {
  return {
    id: user.id,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    role: user.role,
    status: user.status,
    reimbursement_currency: user.reimbursementCurrency,
  };
}

export function fullName(user: Pick<UserView, 'firstName' | 'lastName'>): string {
  return `${user.firstName} ${user.lastName}`.trim();
}
