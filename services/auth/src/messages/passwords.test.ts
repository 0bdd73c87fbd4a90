import {
  changePassword,
  checkSession,
  createResetCode,
  login,
  resetPassword,
  updateUser,
  type RequestOf,
  type UserView,
} from '@outlay/contracts';
import { PRODUCTION_COST } from '../credentials/password-hasher.js';
import { actingAs, PASSWORD, runAuth, sessionOf } from '../testing/running-auth.js';

const NEW_PASSWORD = 'Brand-New-Horse-2';

describe('passwords', () => {
  let auth: Awaited<ReturnType<typeof runAuth>>;
  let admin: UserView;
  let ann: UserView;
  let users = 0;
  beforeAll(async () => {
    auth = await runAuth();
    admin = await auth.registerUser('admin@example.com', 'super_admin');
  });
  beforeEach(async () => {
    ann = await auth.registerUser(`ann-${(users += 1)}@example.com`);
  });
  afterAll(() => auth.close());

  const issueCode = async () => (await auth.call(createResetCode, { userId: ann.id }, actingAs(admin))).code;
  const reset = (code: string, email = ann.email) =>
    auth.call(resetPassword, { email, code, newPassword: NEW_PASSWORD });
  const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');
  const refusal = { code: 'INVALID_RESET_CODE', message: 'Invalid or expired reset code' };

  describe('a change by the user', () => {
    const change = (currentPassword: string, newPassword: string) =>
      auth.call(changePassword, { currentPassword, newPassword }, actingAs(ann));

    it('ends every session but the returned one', async () => {
      const old = await auth.logIn(ann.email);
      const { token } = await change(PASSWORD, 'six-66');
      expect(await auth.isSessionValid(old)).toBe(false);
      await expect(auth.call(checkSession, sessionOf(token))).resolves.toMatchObject({ user: { id: ann.id } });
      expect(await auth.isSessionValid(await auth.logIn(ann.email, 'six-66'))).toBe(true);
    });

    it('requires the current password, six characters and a session', async () => {
      await expect(change('Wrong-Horse-1', NEW_PASSWORD)).rejects.toMatchObject({
        code: 'INVALID_CURRENT_PASSWORD',
        message: 'Invalid current password',
      });
      await expect(change(PASSWORD, '12345')).rejects.toThrow('New password must be at least 6 characters');
      const request = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
      await expect(auth.call(changePassword, request)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      await expect(auth.call(login, { email: ann.email, password: PASSWORD })).resolves.toBeDefined();
    });

    it('succeeds once when three concurrent changes state the same current password', async () => {
      const results = await Promise.allSettled(['first-1', 'second-2', 'third-3'].map((p) => change(PASSWORD, p)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('revokes an outstanding reset code', async () => {
      const code = await issueCode();
      await change(PASSWORD, NEW_PASSWORD);
      await expect(reset(code)).rejects.toMatchObject(refusal);
    });
  });

  describe('a reset with a code', () => {
    it('sets the new password, ends all sessions and uses up the code', async () => {
      const old = await auth.logIn(ann.email);
      const { code, expiresInSeconds } = await auth.call(createResetCode, { userId: ann.id }, actingAs(admin));
      expect(code).toMatch(/^\d{6}$/);
      expect(expiresInSeconds).toBe(3600);
      await reset(code, ` ${ann.email.toUpperCase()}`);
      expect(await auth.isSessionValid(old)).toBe(false);
      await expect(auth.logIn(ann.email)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
      await expect(auth.logIn(ann.email, NEW_PASSWORD)).resolves.toBeDefined();
      await expect(reset(code)).rejects.toMatchObject(refusal);
    });

    it('rejects an unknown email and a wrong, replaced or expired code with the same error', async () => {
      const replaced = await issueCode();
      let code = await issueCode();
      while (code === replaced) code = await issueCode();
      await expect(reset(code, 'nobody@example.com')).rejects.toMatchObject(refusal);
      await expect(reset(code, admin.email)).rejects.toMatchObject(refusal);
      await expect(reset(replaced)).rejects.toMatchObject(refusal);
      auth.clock.advance({ hours: 1 });
      await expect(reset(code)).rejects.toMatchObject(refusal);
    });

    it('accepts the right code after four wrong ones, one second before it expires', async () => {
      const code = await issueCode();
      for (let n = 0; n < 4; n += 1) await expect(reset(otherThan(code))).rejects.toMatchObject(refusal);
      auth.clock.advance({ seconds: 3599 });
      await expect(reset(code)).resolves.toEqual({ done: true });
    });

    it.each<[string, (guess: () => Promise<unknown>) => Promise<unknown>]>([
      [
        'one after another',
        async (guess) => {
          for (let n = 0; n < 5; n += 1) await expect(guess()).rejects.toMatchObject(refusal);
        },
      ],
      ['concurrently', (guess) => Promise.allSettled(Array.from({ length: 5 }, guess))],
    ])('rejects even the right code after five wrong ones sent %s', async (_, guessFiveTimes) => {
      const code = await issueCode();
      await guessFiveTimes(() => reset(otherThan(code)));
      await expect(reset(code)).rejects.toMatchObject(refusal);
      await expect(auth.logIn(ann.email)).resolves.toBeDefined();
      await expect(reset(await issueCode())).resolves.toEqual({ done: true });
    });

    it.each<[string, object]>([
      ['no email', { email: undefined }],
      ['a query operator as the email', { email: { $ne: null } }],
      ['a query operator as the code', { code: { $gt: '' } }],
      ['a number as the code', { code: 123456 }],
    ])('rejects %s before any lookup and counts no try', async (_, over) => {
      const code = await issueCode();
      const crafted = { email: ann.email, code, newPassword: NEW_PASSWORD, ...over } as RequestOf<typeof resetPassword>;
      for (let n = 0; n < 6; n += 1) {
        await expect(auth.call(resetPassword, crafted)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
      }
      await expect(reset(code)).resolves.toEqual({ done: true });
    });

    it('succeeds once when a code is used 20 times concurrently', async () => {
      const code = await issueCode();
      const results = await Promise.allSettled(Array.from({ length: 20 }, () => reset(code)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('rejects a weak password without counting a try', async () => {
      const code = await issueCode();
      const weak = { email: ann.email, code, newPassword: 'weak' };
      for (let n = 0; n < 6; n += 1) await expect(auth.call(resetPassword, weak)).rejects.toThrow(/strength/);
      await expect(reset(code)).resolves.toEqual({ done: true });
    });

    it('only super admins can create a code, and only for an existing user', async () => {
      await expect(auth.call(createResetCode, { userId: ann.id }, actingAs(ann))).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
      await expect(auth.call(createResetCode, { userId: 'nobody' }, actingAs(admin))).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    });

    it('does not store the code itself', async () => {
      const code = await issueCode();
      const documents = await auth.openDatabase();
      const stored = await documents.collection<{ _id: string }>('reset-codes').findOne({ _id: ann.id });
      expect(stored).toMatchObject({ tries: 0 });
      expect(JSON.stringify({ ...stored, _id: '', issue: '', expiresAt: '' })).not.toContain(code);
    });

    it('is refused for an inactive account, with a sentence for whoever has the code, and keeps the password', async () => {
      const code = await issueCode();
      const setStatus = (status: 'active' | 'inactive') =>
        auth.call(updateUser, { userId: ann.id, status }, actingAs(admin));
      await setStatus('inactive');
      await expect(reset(otherThan(code))).rejects.toMatchObject(refusal);
      await expect(reset(code)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'This account is inactive. Please ask an administrator to activate it.',
      });
      await setStatus('active');
      await expect(auth.logIn(ann.email, PASSWORD)).resolves.toBeDefined();
    });

    it('is not used up while the event store is down', async () => {
      const code = await issueCode();
      auth.eventStore.isDown = true;
      await expect(reset(code)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      auth.eventStore.isDown = false;
      await reset(code);
      await expect(auth.logIn(ann.email, NEW_PASSWORD)).resolves.toBeDefined();
    });

    it('gets no code for an inactive account', async () => {
      await auth.call(updateUser, { userId: ann.id, status: 'inactive' }, actingAs(admin));
      await expect(issueCode()).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringMatching(/^The account of .+ is inactive\. Activate it before creating a reset code\.$/),
      });
    });
  });
});

describe('a reset with a wrong code, hashed at the production cost', () => {
  let auth: Awaited<ReturnType<typeof runAuth>>;
  beforeAll(async () => {
    auth = await runAuth({ hashingCost: PRODUCTION_COST });
  });
  afterAll(() => auth.close());

  it('takes as long for an unknown email as for a known one', async () => {
    const admin = await auth.registerUser('admin@example.com', 'super_admin');
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < 9; round += 1) {
      const { code } = await auth.call(createResetCode, { userId: admin.id }, actingAs(admin));
      const wrong = { code: code === '000000' ? '000001' : '000000', newPassword: NEW_PASSWORD };
      times.known.push(await timeToReject({ ...wrong, email: admin.email }));
      times.unknown.push(await timeToReject({ ...wrong, email: 'nobody@example.com' }));
    }
    // Other work can only prolong a call.
    expect(Math.min(...times.unknown) / Math.min(...times.known)).toBeGreaterThan(0.5);
  });

  async function timeToReject(request: RequestOf<typeof resetPassword>): Promise<number> {
    const start = performance.now();
    await expect(auth.call(resetPassword, request)).rejects.toMatchObject({ code: 'INVALID_RESET_CODE' });
    return performance.now() - start;
  }
});
