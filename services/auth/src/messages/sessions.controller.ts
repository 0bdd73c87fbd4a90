import { Controller } from '@nestjs/common';
import {
  checkSession,
  checkSessions,
  login,
  OutlayError,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { normaliseEmail } from '@outlay/rules';
import { PasswordHasher } from '../credentials/password-hasher.js';
import { PasswordStore } from '../credentials/password.store.js';
import { SessionTokens } from '../credentials/session-tokens.js';
import { toActor, toUserView, type UserRow } from '../domain/user.rules.js';
import { UserStore } from '../read-models/user.store.js';
import { AccessRecorder } from '../workflows/access-recorder.js';

@Controller()
export class SessionsController {
  constructor(
    private readonly users: UserStore,
    private readonly passwords: PasswordStore,
    private readonly hasher: PasswordHasher,
    private readonly tokens: SessionTokens,
    private readonly access: AccessRecorder,
  ) {}

  @Handles(login)
  async login({ email, password }: RequestOf<typeof login>, context: MessageContext) {
    const user = await this.users.findByEmail(normaliseEmail(email));
    const hash = await this.passwords.hashOf(user?._id ?? '');
    const matches = await this.hasher.verify(hash, password);
    if (!user || !matches || user.status !== 'active') {
      this.access.signInFailed(user?._id ?? null, normaliseEmail(email), context);
      throw new OutlayError('INVALID_CREDENTIALS', 'Invalid email or password');
    }
    await this.access.signedIn({ ...context, actor: toActor(user._id, user) });
    return { user: toUserView(user), token: this.tokens.issue(user) };
  }

  @Handles(checkSession)
  async check({ userId, tokenVersion }: RequestOf<typeof checkSession>) {
    const user = await this.users.find(userId);
    if (!hasSession(user, tokenVersion)) {
      throw new OutlayError('UNAUTHENTICATED', 'Your session has ended. Please log in again.');
    }
    return { user: toUserView(user) };
  }

  @Handles(checkSessions)
  async checkAll({ sessions }: RequestOf<typeof checkSessions>) {
    const users = await this.users.findAll(sessions.map(({ userId }) => userId));
    const roles = sessions.map(({ userId, tokenVersion }) => {
      const user = users.get(userId) ?? null;
      return hasSession(user, tokenVersion) ? user.role : null;
    });
    return { roles };
  }
}

function hasSession(user: UserRow | null, tokenVersion: number): user is UserRow {
  return user?.status === 'active' && user.tokenVersion === tokenVersion;
}
