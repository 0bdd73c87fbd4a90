import { createInvite, listInvites, redeemInvite, revokeInvite, type MessageContext } from '@outlay/contracts';
import { anonymous, asAdmin, asAuditor, asPartner, asSecond, runInvites } from '../testing/running-invites.js';

describe('an invite', () => {
  let service: Awaited<ReturnType<typeof runInvites>>;
  beforeEach(async () => {
    service = await runInvites();
  });
  afterEach(() => service.close());

  const email = 'ann@example.com';
  const create = async () =>
    (await service.messages.call(createInvite, { email, role: 'partner', expiresInDays: 14 }, asAdmin)).invite;
  const revoke = async (inviteId: string, context: MessageContext = asSecond) =>
    (await service.messages.call(revokeInvite, { inviteId }, context)).invite;
  const redeem = (token: string) => service.messages.call(redeemInvite, { token, email, usersExist: true }, anonymous);
  const listed = async (asOf?: string) =>
    (await service.messages.call(listInvites, { limit: 10, cursor: null, asOf }, asSecond)).invites;
  const typesOf = async (id: string) => {
    const events = await service.openEvents();
    const types = (await events.readStream(`invite-${id}`)).map(({ type }) => type);
    await events.close();
    return types;
  };

  it('is revoked by any super admin, once, and can no longer be used', async () => {
    const { id, token } = await create();
    for (const context of [asPartner, asAuditor]) {
      await expect(revoke(id, context)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    const ended = { status: 'revoked', byEmail: 'second@example.com' };
    await expect(revoke(id)).resolves.toMatchObject({ id, ended });
    await expect(revoke(id, asAdmin)).resolves.toMatchObject({ ended });
    expect(await listed()).toMatchObject([{ id, ended }]);
    await expect(redeem(token)).rejects.toThrow('This invite code is not valid.');
    expect(await typesOf(id)).toEqual(['InviteCreated', 'InviteRevoked']);
    await expect(revoke('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('that has been used cannot be revoked', async () => {
    const { id, token } = await create();
    await redeem(token);
    await expect(revoke(id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This invite has already been used.',
    });
  });

  it('is used or revoked, in each of 20 races', async () => {
    for (let race = 0; race < 20; race += 1) {
      const { id, token } = await create();
      const both = race % 2 === 0 ? [redeem(token), revoke(id)] : [revoke(id), redeem(token)];
      const results = await Promise.allSettled<unknown>(both);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await typesOf(id)).toHaveLength(2);
    }
  });

  it('ends with who made it, and says so', async () => {
    const { id, token } = await create();
    service.superAdmins.delete('admin');
    expect(await listed()).toMatchObject([{ id, ended: { status: 'maker_gone', byEmail: 'admin@example.com' } }]);
    await expect(redeem(token)).rejects.toMatchObject({
      code: 'INVALID_INVITE',
      message: 'This invite is no longer valid. Please ask for a new one.',
    });
    expect(await typesOf(id)).toEqual(['InviteCreated']);
  });

  it('that has been used does not end, and one that was revoked later had not ended before', async () => {
    const [used, open] = [await create(), await create()];
    await redeem(used.token);
    const before = service.clock.now().toISOString();
    service.clock.advance({ seconds: 1 });
    await revoke(open.id);
    service.superAdmins.delete('admin');
    expect((await listed()).find(({ id }) => id === used.id)).toMatchObject({ ended: null });
    service.superAdmins.add('admin');
    expect((await listed(before)).find(({ id }) => id === open.id)).toMatchObject({ ended: null });
  });
});
