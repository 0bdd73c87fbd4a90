import { Controller } from '@nestjs/common';
import {
  changePassword,
  checkSession,
  createInvite,
  createResetCode,
  getUser,
  listInvites,
  listUsers,
  readPersonHistory,
  login,
  OutlayError,
  register,
  resetPassword,
  updateUser,
  type InviteView,
  type MessageContext,
  type RequestOf,
  type UserView,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';

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

const users = {
  member: user('member', 'team_member'),
  partner: user('partner', 'partner'),
  admin: user('admin', 'super_admin'),
} as const;

const invite: InviteView = {
  id: 'invite-1',
  email: 'new@example.com',
  role: 'team_member',
  token: 'invite-token',
  createdAt: NOW,
  expiresAt: NOW,
  usedAt: null,
};

function find(id: string): UserView {
  const found = Object.values(users).find((candidate) => candidate.id === id);
  if (!found) throw new OutlayError('NOT_FOUND', 'User not found');
  return found;
}

@Controller()
export class TestUsers {
  static readonly loggedOut = new Set<string>();
  /** A login waits for this before it is checked. */
  static judging: Promise<void> = Promise.resolve();

  @Handles(checkSession)
  async checkSession({ userId, tokenVersion }: RequestOf<typeof checkSession>) {
    if (tokenVersion !== 1 || TestUsers.loggedOut.has(userId))
      throw new OutlayError('UNAUTHENTICATED', 'Please log in.');
    return { user: find(userId) };
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

  @Handles(listUsers)
  async listUsers() {
    return { users: Object.values(users), nextCursor: null };
  }

  @Handles(readPersonHistory)
  async history() {
    return { entries: [] };
  }

  @Handles(updateUser)
  async updateUser({ userId, role, firstName }: RequestOf<typeof updateUser>) {
    if (userId === 'explodes') throw new Error('a detail that is nobody’s business');
    const known = find(userId);
    return { user: { ...known, role: role ?? known.role, firstName: firstName ?? known.firstName } };
  }

  @Handles(createResetCode)
  async createResetCode(_: RequestOf<typeof createResetCode>, { correlationId }: MessageContext) {
    // Exposes the correlation id to the test.
    return { code: correlationId, expiresInSeconds: 3600 };
  }

  @Handles(createInvite)
  async createInvite({ email, role }: RequestOf<typeof createInvite>) {
    return { invite: { ...invite, email, role } };
  }

  @Handles(listInvites)
  async listInvites() {
    return { invites: [invite], nextCursor: null };
  }
}
