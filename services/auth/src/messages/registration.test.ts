import { countUsers, login, register, type RequestOf } from '@outlay/contracts';
import { anonymous, PASSWORD, runAuth } from '../testing/running-auth.js';

describe('registration', () => {
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

  it('creates an active user with the role of the invite, who can log in', async () => {
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

  it('rejects an email that has an account, and leaves that account unchanged', async () => {
    const taken = { ...form, email: 'taken@example.com', inviteToken: 'partner:taken@example.com' };
    await auth.call(register, taken);
    await expect(auth.call(register, { ...taken, password: 'Another-Horse-1' })).rejects.toMatchObject({
      code: 'EMAIL_TAKEN',
      message: 'An account with this email already exists.',
    });
    await expect(auth.call(login, { email: taken.email, password: PASSWORD })).resolves.toBeDefined();
  });

  it('creates one user from ten concurrent registrations', async () => {
    const before = (await auth.call(countUsers, {})).users;
    const request = { ...form, email: 'same@example.com', inviteToken: 'partner:same@example.com' };
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => auth.call(register, request)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await auth.call(countUsers, {})).users).toBe(before + 1);
  });

  describe('repeated with an Idempotency-Key', () => {
    let people = 0;
    let email: string;
    let repeated: typeof form;
    beforeEach(() => {
      email = `again-${(people += 1)}@example.com`;
      repeated = { ...form, email, inviteToken: `partner:${email}` };
    });
    const send = (over: Partial<typeof form> = {}, idempotencyKey = 'register-1') =>
      auth.call(register, { ...repeated, ...over }, { ...anonymous, idempotencyKey });

    it.each<[string, Partial<typeof form>]>([
      ['password', { password: 'Another-Horse-1' }],
      ['first name', { firstName: 'Anna' }],
      ['last name', { lastName: 'Low' }],
      ['currency', { reimbursementCurrency: 'EUR' }],
    ])('rejects another %s and changes nothing', async (_, over) => {
      const { user } = await send();
      await expect(send(over)).rejects.toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
        message: 'This Idempotency-Key was used for another request.',
      });
      await expect(send()).resolves.toEqual({ user });
    });

    it('rejects a registration of the same email with another key or none', async () => {
      await send();
      await expect(send({}, 'register-2')).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
      await expect(auth.call(register, repeated)).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
    });

    it('still requires the invite', async () => {
      await send();
      await expect(send({ inviteToken: 'partner:other@example.com' })).rejects.toMatchObject({
        code: 'INVALID_INVITE',
      });
    });
  });

  it('checks the invite first, so that without one nobody can find out who has an account', async () => {
    const uninvited = { ...form, inviteToken: 'partner:other@example.com' };
    await expect(auth.call(register, uninvited)).rejects.toMatchObject({ code: 'INVALID_INVITE' });
  });

  it('accepts the first invite only while there are no users', async () => {
    const fresh = await runAuth();
    try {
      const first = { ...form, inviteToken: 'first:ann@example.com' };
      await expect(fresh.call(register, first)).resolves.toMatchObject({ user: { role: 'super_admin' } });
      const second = { ...form, email: 'bob@example.com', inviteToken: 'first:bob@example.com' };
      await expect(fresh.call(register, second)).rejects.toMatchObject({ code: 'INVALID_INVITE' });
    } finally {
      await fresh.close();
    }
  });
});
