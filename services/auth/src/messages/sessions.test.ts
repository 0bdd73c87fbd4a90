import { JwtService } from '@nestjs/jwt';
import { checkSession, login, tokenPayload, updateUser, type UserView } from '@outlay/contracts';
import { as, JWT_SECRET, PASSWORD, runAuth } from '../testing/running-auth.js';

describe('logging in', () => {
  let auth: Awaited<ReturnType<typeof runAuth>>;
  let admin: UserView;
  let ann: UserView;
  beforeAll(async () => {
    auth = await runAuth();
    admin = await auth.user('admin@example.com', 'super_admin');
    ann = await auth.user('ann@example.com', 'partner');
  });
  afterAll(() => auth.close());

  it('answers the user and a token of eight hours, whatever the case of the email', async () => {
    const { user, token } = await auth.call(login, { email: ' ANN@example.com', password: PASSWORD });
    expect(user).toEqual(ann);
    const now = auth.clock.now().getTime() / 1000;
    const jwt = new JwtService({ secret: JWT_SECRET });
    const payload = jwt.verify(token, { algorithms: ['HS256'], clockTimestamp: now });
    expect(payload).toMatchObject({ iat: now, exp: now + 28_800 });
    expect(tokenPayload.parse(payload)).toEqual({
      sub: ann.id,
      email: 'ann@example.com',
      role: 'partner',
      ver: 0,
      use: 'session',
    });
  });

  it('refuses an unknown email, a wrong password and an inactive user in the same words', async () => {
    const idle = await auth.user('idle@example.com');
    await auth.call(updateUser, { userId: idle.id, status: 'inactive' }, as(admin));
    const attempts = [
      { email: 'nobody@example.com', password: PASSWORD },
      { email: 'ann@example.com', password: 'Wrong-Horse-1' },
      { email: 'idle@example.com', password: PASSWORD },
    ];
    const results = await Promise.allSettled(attempts.map((attempt) => auth.call(login, attempt)));
    expect(results.map((r) => r.status === 'rejected' && { code: r.reason.code, message: r.reason.message })).toEqual(
      attempts.map(() => ({ code: 'INVALID_CREDENTIALS', message: 'Invalid email or password' })),
    );
  });

  it('refuses a query operator in the place of an email', async () => {
    const email = { $ne: null } as unknown as string;
    await expect(auth.call(login, { email, password: PASSWORD })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('begins a session that holds for the user as they are now', async () => {
    const session = await auth.logIn('ann@example.com');
    await auth.call(updateUser, { userId: ann.id, role: 'team_member', firstName: ' Anna ' }, as(admin));
    await expect(auth.call(checkSession, session)).resolves.toEqual({
      user: { ...ann, role: 'team_member', firstName: 'Anna' },
    });
  });

  it.each([
    ['of another version', { tokenVersion: 9 }],
    ['of nobody', { userId: 'nobody' }],
  ])('does not accept a session %s', async (_, other) => {
    const session = { ...(await auth.logIn('ann@example.com')), ...other };
    await expect(auth.call(checkSession, session)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('ends with deactivation, and stays ended after reactivation', async () => {
    const session = await auth.logIn('ann@example.com');
    await auth.call(updateUser, { userId: ann.id, status: 'inactive' }, as(admin));
    expect(await auth.sessionHolds(session)).toBe(false);
    await auth.call(updateUser, { userId: ann.id, status: 'active' }, as(admin));
    expect(await auth.sessionHolds(session)).toBe(false);
    expect(await auth.sessionHolds(await auth.logIn('ann@example.com'))).toBe(true);
  });
});
