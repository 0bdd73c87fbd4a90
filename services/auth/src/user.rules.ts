import { OutlayError, type RequestOf, type UserView, type updateUser } from '@outlay/contracts';
import {
  canonicalRole,
  isLongEnough,
  isEmail,
  isStrongPassword,
  normaliseEmail,
  passwordMessages,
  type AssignableRole,
  type Role,
} from '@outlay/rules';

/** A user as stored. The role may be a legacy name; instants are ISO strings. */
export interface UserRow {
  readonly _id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly status: UserView['status'];
  readonly reimbursementCurrency: UserView['reimbursementCurrency'];
  readonly passwordHash: string;
  /** Tokens of another version are of no use any more. */
  readonly tokenVersion: number;
  /** The roster's revision at the last change an admin made; an older change comes too late. */
  readonly rosterRevision: number;
  readonly createdAt: string;
}

export interface NewUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: AssignableRole;
  readonly reimbursementCurrency: UserView['reimbursementCurrency'];
  readonly passwordHash: string;
}

/** What an admin may change of a user. */
export type UserChange = Omit<RequestOf<typeof updateUser>, 'userId'>;

/** A user without anything secret, the role by its present name. */
export function toUserView(user: UserRow): UserView {
  const { _id, email, firstName, lastName, role, status, reimbursementCurrency, createdAt } = user;
  return {
    id: _id,
    email,
    firstName,
    lastName,
    role: canonicalRole(role),
    status,
    reimbursementCurrency,
    createdAt,
  };
}

/** Whether the change takes a super admin who can act away. */
export function losesSuperAdmin(user: Pick<UserRow, 'role' | 'status'>, change: UserChange): boolean {
  return isActiveSuperAdmin(user) && !isActiveSuperAdmin({ ...user, ...change });
}

function isActiveSuperAdmin({ role, status }: Pick<UserRow, 'role' | 'status'>): boolean {
  return canonicalRole(role) === 'super_admin' && status === 'active';
}

/** The email a user is known by. INVALID_INPUT for what is none. */
export function userEmail(raw: string): string {
  const email = normaliseEmail(raw);
  if (!isEmail(email)) throw invalid('email', 'Please enter a valid email address');
  return email;
}

/** A name without spaces around it. INVALID_INPUT where nothing is left. */
export function givenName(raw: string, field: 'First name' | 'Last name'): string {
  const name = raw.trim();
  if (name === '') throw invalid(field, `${field} is required`);
  return name;
}

/** The rules of registration and reset (specification §5). INVALID_INPUT. */
export function assertStrongPassword(password: string): void {
  if (!isStrongPassword(password)) throw invalid('password', passwordMessages.weak);
}

/** The laxer rule of a change in the settings (specification §5). INVALID_INPUT. */
export function assertChangedPassword(password: string): void {
  if (!isLongEnough(password)) throw invalid('newPassword', passwordMessages.changedTooShort);
}

function invalid(field: string, message: string): OutlayError {
  return new OutlayError('INVALID_INPUT', message, [{ field, message }]);
}
