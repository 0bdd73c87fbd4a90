import { isolated } from '@outlay/rules';

export const title = 'Audit tokens';
export const text =
  'For programs that follow the trail. A token reads all events and proofs, changes nothing, and ends when the person who made it is no longer a super admin.';
export const withoutEnd = 'Without end';
export const list = 'Tokens';
export const loading = 'Loading audit tokens...';
export const none = 'No audit tokens yet';
export const name = 'Name';
export const nameRequired = 'Name is required';
export const expiresIn = 'Valid for (days)';
export const never = 'Never';
export const daysInvalid = (min: number, max: number) =>
  `Expiry must be empty or a whole number of days from ${min} to ${max}`;
export const create = 'Create token';
export const createFailed = 'Failed to create the token';
export const created = (name: string) => `Token created: ${isolated(name)}`;
export const shownOnce = 'Copy it now. It is shown this once and stored nowhere.';
export const copy = 'Copy token';
export const madeBy = 'Made by';
export const made = 'Made';
export const expires = 'Expires';
export const lastUsed = 'Last used';
export const status = 'Status';
export const actions = 'Actions';
export const active = 'Active';
export const expired = 'Expired';
export const revoked = 'Revoked';
export const ended = 'Ended';
export const makerGone = (email: string) => `${isolated(email)} is no longer the super admin who made it`;
export const revokedBy = (email: string, at: string) => `Revoked by ${isolated(email)}, ${at}`;
export const usage = (maker: string, made: string) => `Made by ${isolated(maker)}, ${made}`;
export const expiry = (at: string) => `Expires: ${at}`;
export const use = (day: string) => `Last used: ${day}`;
export const revoke = 'Revoke';
export const revokeNamed = (name: string) => `Revoke ${isolated(name)}`;
export const revokeTitle = 'Revoke token';
export const revokeText = (name: string) =>
  `“${isolated(name)}” is refused from now on. What uses it stops reading. This cannot be undone.`;
export const revokeDone = 'Token revoked';
export const revokeFailed = 'Failed to revoke the token';
