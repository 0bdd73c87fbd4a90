import { countUsers, login, register, type RequestOf } from '@outlay/contracts';
import { nobody, PASSWORD, runAuth } from '../testing/running-auth.js';

describe('registering', () => {
  let auth: Awaited<ReturnType<typeof runAuth>>;
  beforeAll(async () => {
    auth = await runAuth();
  });
  afterAll(() => auth.close());

  const form: RequestOf<typeof register> = {
    email: ' Ann@Example.com',
    password: PASSWORD,
    firstName: ' Ann ',
    lastName: 'Lee',
    reimbursementCurrency: 'USD',
    inviteToken: 'partner:ann@example.com',
  };

  it('makes an active user with the role of the invite, who can log in', async () => {
    const { user } = await auth.call(register, form);
    expect(user).toEqual({
      id: expect.any(String),
      email: 'ann@example.com',
      firstName: 'Ann',
      lastName: 'Lee',
      role: 'partner',
      status: 'active',
      reimbursementCurrency: 'USD',
      createdAt: '2026-06-15T10:00:00.000Z',
    });
    await expect(auth.call(login, { email: 'ann@example.com', password: PASSWORD })).resolves.toMatchObject({ user });
  });

  it('says so when the email has an account, and leaves that as it was', async () => {
    await expect(auth.call(register, { ...form, password: 'Another-Horse-1' })).rejects.toMatchObject({
      code: 'EMAIL_TAKEN',
      message: 'An account with this email already exists.',
    });
    await expect(auth.call(login, { email: form.email, password: PASSWORD })).resolves.toBeDefined();
  });

  it('makes one user of ten registrations at once', async () => {
    const before = (await auth.call(countUsers, {})).users;
    const twin = { ...form, email: 'twin@example.com', inviteToken: 'partner:twin@example.com' };
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => auth.call(register, twin)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await auth.call(countUsers, {})).users).toBe(before + 1);
  });

  describe('once more under its Idempotency-Key', () => {
    const again = { ...form, email: 'again@example.com', inviteToken: 'partner:again@example.com' };
    const ask = (over: Partial<typeof form> = {}, idempotencyKey = 'register-1') =>
      auth.call(register, { ...again, ...over }, { ...nobody, idempotencyKey });
    const users = async () => (await auth.call(countUsers, {})).users;

    it('answers the one user it made, of five at once too', async () => {
      const before = await users();
      const five = await Promise.all(Array.from({ length: 5 }, () => ask()));
      const late = await ask({ email: 'AGAIN@example.com', firstName: 'Ann ' });
      for (const answer of five) expect(answer).toEqual(late);
      expect(await users()).toBe(before + 1);
      await expect(auth.logIn('again@example.com')).resolves.toMatchObject({ userId: late.user.id });
    });

    it.each<[string, Partial<typeof form>]>([
      ['password', { password: 'Another-Horse-1' }],
      ['first name', { firstName: 'Anna' }],
      ['last name', { lastName: 'Low' }],
      ['currency', { reimbursementCurrency: 'EUR' }],
    ])('with another %s, is refused and changes nothing', async (_, over) => {
      const { user } = await ask();
      await expect(ask(over)).rejects.toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
        message: 'This Idempotency-Key was used for another request.',
      });
      await expect(ask()).resolves.toEqual({ user });
    });

    it('does not pass for another registration of the email', async () => {
      await ask();
      await expect(ask({}, 'register-2')).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
      await expect(auth.call(register, again)).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
    });

    it('still needs the invite', async () => {
      await ask();
      await expect(ask({ inviteToken: 'partner:other@example.com' })).rejects.toMatchObject({ code: 'INVALID_INVITE' });
    });

    it('makes the user after a refusal, which bound nothing', async () => {
      const fixed = { email: 'fixed@example.com', inviteToken: 'partner:fixed@example.com' };
      await expect(ask({ ...fixed, password: 'weak' }, 'register-3')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
      await expect(ask(fixed, 'register-3')).resolves.toMatchObject({ user: { email: 'fixed@example.com' } });
    });
  });

  it('needs the invite first: without one nobody learns who has an account', async () => {
    const stranger = { ...form, inviteToken: 'partner:other@example.com' };
    await expect(auth.call(register, stranger)).rejects.toMatchObject({ code: 'INVALID_INVITE' });
  });

  it.each<[Partial<typeof form>, string]>([
    [{ password: 'weak' }, 'Password does not meet strength requirements.'],
    [{ email: 'ann' }, 'Please enter a valid email address'],
    [{ firstName: ' ' }, 'First name is required'],
    [{ lastName: '' }, 'Last name is required'],
  ])('refuses %p', async (part, message) => {
    await expect(auth.call(register, { ...form, ...part })).rejects.toMatchObject({ code: 'INVALID_INPUT', message });
  });

  it('ignores a role of its own making', async () => {
    const email = 'mallory@example.com';
    const request = { ...form, email, inviteToken: `team_member:${email}`, role: 'super_admin' };
    await expect(auth.call(register, request)).resolves.toMatchObject({ user: { role: 'team_member' } });
  });
});
