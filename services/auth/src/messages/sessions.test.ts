import { JwtService } from '@nestjs/jwt';
import { checkSession, login, tokenPayload, updateUser, type UserView } from '@outlay/contracts';
import { actingAs, JWT_SECRET, PASSWORD, runAuth } from '../testing/running-auth.js';

describe.each([false, true])('logging in, with several instances: %s', (sharedStores) => {
  let auth: Awaited<ReturnType<typeof runAuth>>;
  let admin: UserView;
  let ann: UserView;
  let users = 0;
  beforeAll(async () => {
    auth = await runAuth({ sharedStores });
    admin = await auth.registerUser('admin@example.com', 'super_admin');
  });
  beforeEach(async () => {
    ann = await auth.registerUser(`ann-${(users += 1)}@example.com`, 'partner');
  });
  afterAll(() => auth.close());

  it('returns the user and a token valid for eight hours, ignoring the case of the email', async () => {
    const { user, token } = await auth.call(login, { email: ` ${ann.email.toUpperCase()}`, password: PASSWORD });
    expect(user).toEqual(ann);
    const now = auth.clock.now().getTime() / 1000;
    const jwt = new JwtService({ secret: JWT_SECRET });
    const payload = jwt.verify(token, { algorithms: ['HS256'], clockTimestamp: now });
    expect(payload).toMatchObject({ iat: now, exp: now + 28_800 });
    expect(tokenPayload.parse(payload)).toEqual({
      sub: ann.id,
      email: ann.email,
      role: 'partner',
      ver: 0,
      use: 'session',
    });
  });

  it('rejects an unknown email, a wrong password and an inactive user with the same error', async () => {
    const inactive = await auth.registerUser('inactive@example.com');
    await auth.call(updateUser, { userId: inactive.id, status: 'inactive' }, actingAs(admin));
    const attempts = [
      { email: 'nobody@example.com', password: PASSWORD },
      { email: ann.email, password: 'Wrong-Horse-1' },
      { email: 'inactive@example.com', password: PASSWORD },
    ];
    const results = await Promise.allSettled(attempts.map((attempt) => auth.call(login, attempt)));
    expect(results.map((r) => r.status === 'rejected' && { code: r.reason.code, message: r.reason.message })).toEqual(
      attempts.map(() => ({ code: 'INVALID_CREDENTIALS', message: 'Invalid email or password' })),
    );
  });

  it('rejects a query operator as the email', async () => {
    const email = { $ne: null } as unknown as string;
    await expect(auth.call(login, { email, password: PASSWORD })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('starts a session that returns the current state of the user', async () => {
    const session = await auth.logIn(ann.email);
    await auth.call(updateUser, { userId: ann.id, role: 'team_member', firstName: ' Anna ' }, actingAs(admin));
    await expect(auth.call(checkSession, session)).resolves.toEqual({
      user: { ...ann, role: 'team_member', firstName: 'Anna' },
    });
  });

  it.each([
    ['with another token version', { tokenVersion: 9 }],
    ['of an unknown user', { userId: 'nobody' }],
  ])('rejects a session %s', async (_, other) => {
    const session = { ...(await auth.logIn(ann.email)), ...other };
    await expect(auth.call(checkSession, session)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('ends the session on deactivation, also after reactivation', async () => {
    const session = await auth.logIn(ann.email);
    await auth.call(updateUser, { userId: ann.id, status: 'inactive' }, actingAs(admin));
    expect(await auth.isSessionValid(session)).toBe(false);
    await auth.call(updateUser, { userId: ann.id, status: 'active' }, actingAs(admin));
    expect(await auth.isSessionValid(session)).toBe(false);
    expect(await auth.isSessionValid(await auth.logIn(ann.email))).toBe(true);
  });
});
