import { Controller } from '@nestjs/common';
import {
  answerInvite,
  addTrip,
  answerPendingChange,
  changeTrip,
  AUDIT_SCOPE,
  checkAuditToken,
  createAuditToken,
  listAuditTokens,
  revokeAuditToken,
  revokeInvite,
  changePassword,
  checkSession,
  checkSessions,
  createInvite,
  createResetCode,
  dismissNotices,
  findAccount,
  getUser,
  listInvites,
  listUsers,
  listTrips,
  listViews,
  readPersonHistory,
  removeTrip,
  removeView,
  saveView,
  recordAccess,
  readProfile,
  requireActor,
  login,
  OutlayError,
  register,
  resetPassword,
  updateUser,
  type AuditTokenView,
  type InviteView,
  type MessageContext,
  type PendingChange,
  type RequestOf,
  type UserView,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { createHash } from 'node:crypto';

const NOW = '2026-03-01T10:00:00.000Z';

function user(id: string, role: UserView['role']): UserView {
  return {
    id,
    email: `${id}@example.com`,
    firstName: 'Ada',
    lastName: id,
    role,
    status: 'active',
    reimbursementCurrency: 'EUR',
    createdAt: NOW,
  };
}

function view(id: string, content: Omit<RequestOf<typeof saveView>, 'viewId'>) {
  return { id, ...content, savedAt: NOW, ownerId: 'admin', ownerName: 'Ada admin' };
}

const trip = { id: 'trip', name: 'Nairobi, March', currency: 'KES', firstDay: '2026-03-16', lastDay: '2026-03-20' };

const users = {
  member: user('member', 'team_member'),
  partner: user('partner', 'partner'),
  admin: user('admin', 'super_admin'),
  auditor: user('auditor', 'auditor'),
} as const;

const waiting: PendingChange = {
  id: 'event-1',
  action: 'change',
  role: 'super_admin',
  status: null,
  requestedById: 'admin',
  requestedByEmail: 'admin@example.com',
  requestedAt: NOW,
};

const invite: InviteView = {
  id: 'invite-1',
  email: 'new@example.com',
  role: 'team_member',
  token: 'invite-token',
  createdAt: NOW,
  expiresAt: NOW,
  usedAt: null,
  confirmation: null,
  ended: null,
};

const auditToken: AuditTokenView = {
  id: 'token-1',
  name: 'Ledger export',
  createdByEmail: 'admin@example.com',
  createdAt: NOW,
  expiresAt: null,
  revokedAt: null,
  revokedByEmail: null,
  isBacked: true,
  lastUsedOn: '2026-03-01',
};

export const AUDIT_TOKEN = 'outlay_audit_of-the-tests';
const AUDIT_TOKEN_HASH = createHash('sha256').update(AUDIT_TOKEN).digest('hex');

function find(id: string): UserView {
  const found = Object.values(users).find((candidate) => candidate.id === id);
  if (!found) throw new OutlayError('NOT_FOUND', 'User not found');
  return found;
}

const roleOf = (id: string) => TestUsers.roles.get(id) ?? find(id).role;

@Controller()
export class TestUsers {
  static readonly loggedOut = new Set<string>();
  static readonly accesses: [string, RequestOf<typeof recordAccess>][] = [];
  /** The roles of users whose role was changed since. */
  static readonly roles = new Map<string, UserView['role']>();
  static checks = 0;
  static isDown = false;
  static isTokenRevoked = false;
  static recording: () => Promise<unknown> = () => Promise.resolve();
  /** A login waits for this before it is checked. */
  static judging: Promise<void> = Promise.resolve();

  @Handles(checkSession)
  async checkSession({ userId, tokenVersion }: RequestOf<typeof checkSession>) {
    if (tokenVersion !== 1 || TestUsers.loggedOut.has(userId))
      throw new OutlayError('UNAUTHENTICATED', 'Please log in.');
    return { user: find(userId) };
  }

  @Handles(checkSessions)
  async checkSessions({ sessions }: RequestOf<typeof checkSessions>) {
    TestUsers.checks += 1;
    if (TestUsers.isDown) throw new OutlayError('SERVICE_UNAVAILABLE', 'The auth service is not available.');
    const ended = ({ userId, tokenVersion }: (typeof sessions)[number]) =>
      tokenVersion !== 1 || TestUsers.loggedOut.has(userId);
    return { roles: sessions.map((session) => (ended(session) ? null : roleOf(session.userId))) };
  }

  @Handles(login)
  async login({ password }: RequestOf<typeof login>) {
    await TestUsers.judging;
    if (password !== 'right') throw new OutlayError('INVALID_CREDENTIALS', 'Invalid email or password');
    return { user: users.member, token: 'a-token' };
  }

  @Handles(register)
  async register({ email, firstName, lastName, inviteToken }: RequestOf<typeof register>) {
    if (inviteToken === 'wrong') throw new OutlayError('INVALID_INVITE', 'Invalid or expired invite code');
    return { user: { ...users.member, email, firstName, lastName } };
  }

  @Handles(resetPassword)
  async resetPassword({ code }: RequestOf<typeof resetPassword>) {
    if (code === '000000') throw new OutlayError('INVALID_RESET_CODE', 'Invalid or expired reset code');
    return { done: true as const };
  }

  @Handles(changePassword)
  async changePassword({ currentPassword }: RequestOf<typeof changePassword>) {
    if (currentPassword === 'wrong') throw new OutlayError('INVALID_CURRENT_PASSWORD', 'Invalid current password');
    return { token: 'new-token' };
  }

  @Handles(getUser)
  async getUser({ userId }: RequestOf<typeof getUser>) {
    return { user: find(userId) };
  }

  @Handles(findAccount)
  async findAccount({ email }: RequestOf<typeof findAccount>) {
    if (TestUsers.isDown) throw new OutlayError('SERVICE_UNAVAILABLE', 'The auth service is not available.');
    return { user: Object.values(users).find((user) => user.email === email) ?? null };
  }

  @Handles(readProfile)
  async readProfile(_: RequestOf<typeof readProfile>, context: MessageContext) {
    const notice = { id: 'event-1', kind: 'reactivated', role: null, byEmail: 'admin@example.com', at: NOW } as const;
    const { id } = requireActor(context);
    return { user: find(id), notices: id === 'admin' ? [notice] : [] };
  }

  @Handles(dismissNotices)
  async dismissNotices() {
    return { done: true as const };
  }

  @Handles(listViews)
  async listViews() {
    return { views: [view('trips', { name: 'Trips', shared: true, filter: { category: 'Hotel' } })] };
  }

  @Handles(saveView)
  async saveView({ viewId, ...content }: RequestOf<typeof saveView>) {
    return { view: view(viewId ?? 'new', content) };
  }

  @Handles(removeView)
  async removeView() {
    return { done: true as const };
  }

  @Handles(listTrips)
  async listTrips() {
    return { trips: [trip] };
  }

  @Handles(addTrip)
  async addTrip(added: RequestOf<typeof addTrip>) {
    return { trip: { ...trip, ...added } };
  }

  @Handles(changeTrip)
  async changeTrip({ tripId, ...terms }: RequestOf<typeof changeTrip>) {
    return { trip: { ...trip, id: tripId, ...terms } };
  }

  @Handles(removeTrip)
  async removeTrip() {
    return { done: true as const };
  }

  @Handles(answerPendingChange)
  async answer({ userId }: RequestOf<typeof answerPendingChange>) {
    return { user: find(userId), resetCode: { code: '123456', expiresInSeconds: 3600 } };
  }

  @Handles(listUsers)
  async listUsers() {
    return { users: Object.values(users).map((listed) => ({ ...listed, pendingChange: null })), nextCursor: null };
  }

  @Handles(readPersonHistory)
  async history() {
    return { entries: [] };
  }

  @Handles(recordAccess)
  async recordAccess(access: RequestOf<typeof recordAccess>, context: MessageContext) {
    TestUsers.accesses.push([requireActor(context).id, access]);
    await TestUsers.recording();
    return { done: true as const };
  }

  @Handles(updateUser)
  async updateUser({ userId, role, firstName }: RequestOf<typeof updateUser>) {
    if (userId === 'explodes') throw new Error('a detail that is nobody’s business');
    const known = find(userId);
    const pendingChange = role === 'super_admin' ? waiting : null;
    const changed = { ...known, role: role ?? known.role, firstName: firstName ?? known.firstName };
    return { user: { ...(pendingChange ? known : changed), pendingChange } };
  }

  @Handles(createResetCode)
  async createResetCode({ userId }: RequestOf<typeof createResetCode>, { correlationId }: MessageContext) {
    if (userId === 'admin') return { code: '', expiresInSeconds: 0, pendingChange: waiting };
    // Exposes the correlation id to the test.
    return { code: correlationId, expiresInSeconds: 3600, pendingChange: null };
  }

  @Handles(createInvite)
  async createInvite({ email, role }: RequestOf<typeof createInvite>) {
    const { requestedById, requestedByEmail, requestedAt } = waiting;
    const confirmation = { status: 'waiting' as const, requestedById, requestedByEmail, requestedAt };
    return { invite: { ...invite, email, role, confirmation: role === 'super_admin' ? confirmation : null } };
  }

  @Handles(answerInvite)
  async answerInvite() {
    return { invite };
  }

  @Handles(revokeInvite)
  async revokeInvite() {
    return { invite: { ...invite, ended: { status: 'revoked' as const, byEmail: 'admin@example.com' } } };
  }

  @Handles(checkAuditToken)
  async checkAuditToken({ secretHash }: RequestOf<typeof checkAuditToken>) {
    if (secretHash !== AUDIT_TOKEN_HASH || TestUsers.isTokenRevoked)
      throw new OutlayError('UNAUTHENTICATED', 'This token is not valid.');
    const { id, name } = auditToken;
    const person = { id, name, email: 'token “Ledger export”', reimbursementCurrency: 'EUR' as const };
    return { actor: { ...person, role: 'auditor' as const, scope: AUDIT_SCOPE } };
  }

  @Handles(createAuditToken)
  async createAuditToken({ name }: RequestOf<typeof createAuditToken>) {
    return { secret: AUDIT_TOKEN, auditToken: { ...auditToken, name } };
  }

  @Handles(listAuditTokens)
  async listAuditTokens() {
    return { auditTokens: [auditToken], nextCursor: null };
  }

  @Handles(revokeAuditToken)
  async revokeAuditToken() {
    return { auditToken: { ...auditToken, revokedAt: NOW, revokedByEmail: 'admin@example.com' } };
  }

  @Handles(listInvites)
  async listInvites() {
    return { invites: [invite], nextCursor: null };
  }
}
