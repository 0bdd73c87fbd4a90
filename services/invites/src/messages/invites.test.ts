import { createFirstInvite, createInvite, listInvites, redeemInvite } from '@outlay/contracts';
import { asAdmin, asNobody, asPartner, runInvites } from '../testing/running-invites.js';

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
    service.messages.call(redeemInvite, { token, email, usersExist }, asNobody);
  const createFirst = async () => (await service.messages.call(createFirstInvite, {}, asNobody)).token;

  it('makes an invite for a normalised email, with an end and a token of 256 bits', async () => {
    await expect(create(' Ann@Example.com ', 7)).resolves.toEqual({
      id: expect.any(String),
      email: 'ann@example.com',
      role: 'partner',
      token: expect.stringMatching(/^[\w-]{43}$/),
      createdAt: '2026-06-15T10:00:00.000Z',
      expiresAt: '2026-06-22T10:00:00.000Z',
      usedAt: null,
    });
  });

  it.each([
    [
      'create',
      () => service.messages.call(createInvite, { email: 'a@b.co', role: 'partner', expiresInDays: 1 }, asPartner),
    ],
    ['list', () => service.messages.call(listInvites, { limit: 10, cursor: null }, asPartner)],
    ['create the first', () => service.messages.call(createFirstInvite, {}, asAdmin)],
  ])('refuses to %s for whom it is not', async (_, call) => {
    await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('gives the role to the invited email, whatever its case, as often as it asks', async () => {
    const { token } = await create('carl@example.com');
    await expect(redeem(token, 'CARL@example.com')).resolves.toEqual({ role: 'partner' });
    await expect(redeem(token, 'carl@example.com')).resolves.toEqual({ role: 'partner' });
  });

  it('refuses an unknown token, another email and a late one', async () => {
    const { token } = await create('dora@example.com', 1);
    await expect(redeem('no-such-token', 'dora@example.com')).rejects.toMatchObject({ code: 'INVALID_INVITE' });
    await expect(redeem(token, 'eve@example.com')).rejects.toThrow('This invite is for another email address.');
    service.clock.advance({ days: 1 });
    await expect(redeem(token, 'dora@example.com')).rejects.toThrow('This invite has expired.');
  });

  it('keeps one first invite, the last made, even when two instances make it at once', async () => {
    const tokens = await Promise.all([createFirst(), createFirst()]);
    const again = await createFirst();
    for (const token of tokens) await expect(redeem(token, 'f@example.com', false)).rejects.toThrow('not valid');
    await expect(redeem(again, 'f@example.com', true)).rejects.toThrow('not valid');
    await expect(redeem(again, 'f@example.com', false)).resolves.toEqual({ role: 'super_admin' });
  });

  it('lets one of 20 people win the first invite at once, in each of 10 races', async () => {
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

  it('lists every invite once, the newest first, while others are made', async () => {
    const made = [];
    for (let n = 0; n < 5; n += 1) {
      service.clock.advance({ seconds: 1 });
      made.push((await create(`page-${n}@example.com`)).email);
    }
    const seen: (string | null)[] = [];
    let cursor: string | null = null;
    do {
      const page: { invites: { email: string | null }[]; nextCursor: string | null } = await service.messages.call(
        listInvites,
        { limit: 2, cursor },
        asAdmin,
      );
      seen.push(...page.invites.map(({ email }) => email));
      cursor = page.nextCursor;
      service.clock.advance({ seconds: 1 });
      await create(`late-${seen.length}@example.com`);
    } while (cursor);
    expect(seen.slice(0, 5)).toEqual(made.reverse());
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(['ann@example.com', 'carl@example.com', 'dora@example.com', null]));
  });

  it('refuses a cursor it did not make', async () => {
    await expect(service.messages.call(listInvites, { limit: 2, cursor: 'elsewhere' }, asAdmin)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });
});
