import {
  fullName,
  OutlayError,
  type Actor,
  type Notice,
  type PendingChange,
  type UserView,
  type TripData,
} from '@outlay/contracts';
import {
  cleanText,
  isBlank,
  isLongEnough,
  isEmail,
  isStrongPassword,
  normaliseEmail,
  passwordMessages,
  type AssignableRole,
} from '@outlay/rules';
import type { SavedView } from './account.js';
import type { UserChange } from './decide-account.js';

/** Instants are ISO strings. */
export interface UserRow {
  readonly _id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: AssignableRole;
  readonly status: UserView['status'];
  readonly reimbursementCurrency: UserView['reimbursementCurrency'];
  readonly tokenVersion: number;
  /** The revision of the account's stream. */
  readonly revision: number;
  readonly pendingChange: PendingChange | null;
  readonly notices: readonly Notice[];
  /** Left out if there are none, as in rows of earlier releases. */
  readonly views?: readonly SavedView[];
  /** Left out like the views. */
  readonly trips?: readonly TripData[];
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

export function toUserView(user: UserRow): UserView {
  const { _id, email, firstName, lastName, role, status, reimbursementCurrency, createdAt } = user;
  return { id: _id, email, firstName, lastName, role, status, reimbursementCurrency, createdAt };
}

export function toManagedUser(user: UserRow): UserView & { pendingChange: PendingChange | null } {
  return { ...toUserView(user), pendingChange: user.pendingChange };
}

/** The actor of a registration or a reset code, who is not signed in and acts for themselves. */
export function toActor(id: string, user: Omit<UserRow, '_id'> | NewUser): Actor {
  const { email, role, reimbursementCurrency } = user;
  return { id, email, name: fullName(user), role, reimbursementCurrency };
}

export function removesActiveSuperAdmin(user: Pick<UserRow, 'role' | 'status'>, change: UserChange): boolean {
  return isActiveSuperAdmin(user) && !isActiveSuperAdmin({ ...user, ...change });
}

export function concernsSuperAdmin(user: Pick<UserRow, 'role' | 'status'>, change: UserChange): boolean {
  const changed = { ...user, ...change };
  const isSuperAdmin = user.role === 'super_admin' || changed.role === 'super_admin';
  return isSuperAdmin && (user.role !== changed.role || user.status !== changed.status);
}

export function isActiveSuperAdmin({ role, status }: Pick<UserRow, 'role' | 'status'>): boolean {
  return role === 'super_admin' && status === 'active';
}

export function parseEmail(raw: string): string {
  const email = normaliseEmail(raw);
  if (!isEmail(email)) throw invalid('email', 'Please enter a valid email address');
  return email;
}

export function parseName(raw: string, field: 'First name' | 'Last name'): string {
  const name = cleanText(raw, 'one');
  if (isBlank(name)) throw invalid(field, `${field} is required`);
  return name;
}

/** The rule of registration and reset. */
export function assertStrongPassword(password: string): void {
  if (!isStrongPassword(password)) throw invalid('password', passwordMessages.weak);
}

/** The settings allow weaker passwords. */
export function assertLongEnoughPassword(password: string): void {
  if (!isLongEnough(password)) throw invalid('newPassword', passwordMessages.changedTooShort);
}

function invalid(field: string, message: string): OutlayError {
  return new OutlayError('INVALID_INPUT', message, [{ field, message }]);
}
