import {
  createFirstInvite,
  createInvite,
  listInvites,
  redeemInvite,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { asAdmin, asAuditor, anonymous, asPartner, runInvites } from '../testing/running-invites.js';

describe('the invites service', () => {
  let service: Awaited<ReturnType<typeof runInvites>>;
  beforeAll(async () => {
    service = await runInvites();
  });
  afterAll(() => service.close());

  const create = async (email: string, expiresInDays = 14) => {
    const request = { email, role: 'partner' as const, expiresInDays };
    return (await service.messages.call(createInvite, request, asAdmin)).invite;
  };
  const redeem = (token: string, email: string, usersExist = true) =>
    service.messages.call(redeemInvite, { token, email, usersExist }, anonymous);
  const createFirst = async () => (await service.messages.call(createFirstInvite, {}, anonymous)).token;

  it('creates an invite for a normalised email with an expiry and a 256-bit token', async () => {
    await expect(create(' Ann@Example.com ', 7)).resolves.toEqual({
      id: expect.any(String),
      email: 'ann@example.com',
      role: 'partner',
      token: expect.stringMatching(/^[\w-]{43}$/),
      createdAt: '2026-06-15T10:00:00.000Z',
      expiresAt: '2026-06-22T10:00:00.000Z',
      usedAt: null,
      confirmation: null,
      ended: null,
    });
  });

  it('lists invites for auditors without their codes, with which they could register, and creates none', async () => {
    const { id, token } = await create('secret@example.com');
    const listed = async (context: MessageContext) =>
      (await service.messages.call(listInvites, { limit: 500, cursor: null }, context)).invites;
    const [forAuditor, forAdmin] = [await listed(asAuditor), await listed(asAdmin)];
    expect(forAdmin.find((invite) => invite.id === id)).toMatchObject({ token });
    expect(forAuditor).toEqual(forAdmin.map((invite) => ({ ...invite, token: '' })));
    const request = { email: 'x@example.com', role: 'super_admin' as const, expiresInDays: 1 };
    await expect(service.messages.call(createInvite, request, asAuditor)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  describe('creating an invite repeatedly with an Idempotency-Key', () => {
    const send = (key: string, over: Partial<RequestOf<typeof createInvite>> = {}, context = asAdmin) => {
      const request = { email: 'again@example.com', role: 'partner' as const, expiresInDays: 14, ...over };
      return service.messages.call(createInvite, request, { ...context, idempotencyKey: key });
    };
    const invitesOf = async (email: string) => {
      const { invites } = await service.messages.call(listInvites, { limit: 500, cursor: null }, asAdmin);
      return invites.filter((invite) => invite.email === email);
    };

    it('returns the same invite and token, also to later and concurrent requests', async () => {
      const five = await Promise.all(Array.from({ length: 5 }, () => send('invite-key-1')));
      service.clock.advance({ hours: 1 });
      const later = await send('invite-key-1', { email: ' AGAIN@example.com' });
      for (const reply of five) expect(reply).toEqual(later);
      expect(await invitesOf('again@example.com')).toEqual([later.invite]);
    });

    it.each<[string, Partial<RequestOf<typeof createInvite>>]>([
      ['email', { email: 'else@example.com' }],
      ['role', { role: 'super_admin' }],
      ['number of days', { expiresInDays: 15 }],
    ])('rejects another %s and creates nothing', async (_, over) => {
      await send('invite-key-2', { email: 'once@example.com' });
      await expect(send('invite-key-2', { email: 'once@example.com', ...over })).rejects.toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
        message: 'This Idempotency-Key was used for another request.',
      });
      expect(await invitesOf('once@example.com')).toHaveLength(1);
      expect(await invitesOf('else@example.com')).toEqual([]);
    });

    it('treats the same key of another super admin as another request', async () => {
      await send('invite-key-4', { email: 'mine@example.com' });
      const other = { ...asAdmin, actor: asAdmin.actor && { ...asAdmin.actor, id: 'second' } };
      await expect(send('invite-key-4', { email: 'yours@example.com' }, other)).resolves.toMatchObject({
        invite: { email: 'yours@example.com' },
      });
    });
  });

  it.each([
    [
      'create an invite',
      () => service.messages.call(createInvite, { email: 'a@b.co', role: 'partner', expiresInDays: 1 }, asPartner),
    ],
    ['list invites', () => service.messages.call(listInvites, { limit: 10, cursor: null }, asPartner)],
    ['create the first invite', () => service.messages.call(createFirstInvite, {}, asAdmin)],
  ])('rejects a request to %s without permission', async (_, call) => {
    await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('returns the role and its id to the invited email, ignoring case, any number of times', async () => {
    const { id, token } = await create('carl@example.com');
    for (const email of ['CARL@example.com', 'carl@example.com'])
      await expect(redeem(token, email)).resolves.toEqual({
        role: 'partner',
        inviteId: id,
        grant: { madeById: 'admin', madeAt: expect.any(String), isConfirmed: false },
      });
  });

  it('rejects an unknown token, another email and an expired invite', async () => {
    const { token } = await create('dora@example.com', 1);
    await expect(redeem('no-such-token', 'dora@example.com')).rejects.toMatchObject({ code: 'INVALID_INVITE' });
    await expect(redeem(token, 'eve@example.com')).rejects.toThrow('This invite is for another email address.');
    service.clock.advance({ days: 1 });
    await expect(redeem(token, 'dora@example.com')).rejects.toThrow('This invite has expired.');
  });

  it('keeps only the latest first invite, even when two instances create it concurrently', async () => {
    const tokens = await Promise.all([createFirst(), createFirst()]);
    const again = await createFirst();
    for (const token of tokens) await expect(redeem(token, 'f@example.com', false)).rejects.toThrow('not valid');
    await expect(redeem(again, 'f@example.com', true)).rejects.toThrow('not valid');
    const grant = { madeById: null, madeAt: expect.any(String), isConfirmed: false };
    const redeemed = { role: 'super_admin', inviteId: expect.any(String), grant };
    await expect(redeem(again, 'f@example.com', false)).resolves.toEqual(redeemed);
  });

  it('lets one of 20 concurrent people redeem the first invite, in each of 10 races', async () => {
    for (let race = 0; race < 10; race += 1) {
      const token = await createFirst();
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, (_, person) => redeem(token, `person-${person}@example.com`, false)),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(results.filter((r) => r.status === 'rejected' && /already been used/.test(String(r.reason)))).toHaveLength(
        19,
      );
    }
  });

  it('lists every invite once, newest first, while others are created', async () => {
    const made = [];
    for (let n = 0; n < 5; n += 1) {
      service.clock.advance({ seconds: 1 });
      made.push((await create(`page-${n}@example.com`)).email);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { invites: { id: string; email: string | null }[]; nextCursor: string | null } =
        await service.messages.call(listInvites, { limit: 2, cursor }, asAdmin);
      seen.push(...page.invites.map(({ id, email }) => email ?? id));
      cursor = page.nextCursor;
      service.clock.advance({ seconds: 1 });
      await create(`late-${seen.length}@example.com`);
    } while (cursor);
    expect(seen.slice(0, 5)).toEqual(made.reverse());
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(['ann@example.com', 'carl@example.com', 'dora@example.com']));
  });

  it('rejects an unknown cursor', async () => {
    await expect(service.messages.call(listInvites, { limit: 2, cursor: 'elsewhere' }, asAdmin)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });
});
