import {
  answerInvite,
  createInvite,
  listInvites,
  redeemInvite,
  type MessageContext,
  type PendingAnswer,
} from '@outlay/contracts';
import { anonymous, asAdmin, asPartner, asSecond, runInvites } from '../testing/running-invites.js';

const WAITING = {
  status: 'waiting',
  requestedById: 'admin',
  requestedByEmail: 'admin@example.com',
  requestedAt: '2026-06-15T10:00:00.000Z',
};

describe('with four eyes on, an invite of a super admin', () => {
  let service: Awaited<ReturnType<typeof runInvites>>;
  beforeEach(async () => {
    service = await runInvites({ fourEyes: true });
  });
  afterEach(() => service.close());

  const email = 'ann@example.com';
  const create = async (role: 'super_admin' | 'partner' = 'super_admin') =>
    (await service.messages.call(createInvite, { email, role, expiresInDays: 14 }, asAdmin)).invite;
  const redeem = (token: string, by = email) =>
    service.messages.call(redeemInvite, { token, email: by, usersExist: true }, anonymous);
  const answer = async (context: MessageContext, inviteId: string, how: PendingAnswer) =>
    (await service.messages.call(answerInvite, { inviteId, answer: how }, context)).invite;

  it('waits, across a restart, until another super admin confirms it', async () => {
    const { id, token, confirmation } = await create();
    expect(confirmation).toEqual(WAITING);
    await service.startInstance('three');
    const { invites } = await service.messages.call(listInvites, { limit: 10, cursor: null }, asSecond);
    expect(invites).toMatchObject([{ id, confirmation: WAITING }]);
    await expect(redeem(token)).rejects.toMatchObject({
      code: 'INVALID_INVITE',
      message: 'This invite waits until another super admin confirms it. Please try again later.',
    });
    await expect(redeem(token, 'bob@example.com')).rejects.toThrow('This invite is for another email address.');
    for (const [context, how] of [
      [asAdmin, 'confirm'],
      [asAdmin, 'refuse'],
      [asSecond, 'withdraw'],
      [asPartner, 'confirm'],
    ] as const) {
      await expect(answer(context, id, how)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    await expect(answer(asSecond, id, 'confirm')).resolves.toMatchObject({ confirmation: null });
    await expect(answer(asSecond, id, 'refuse')).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(redeem(token)).resolves.toMatchObject({ role: 'super_admin', inviteId: id });
    const events = await service.openEvents();
    expect((await events.readStream(`invite-${id}`)).map(({ type }) => type)).toEqual([
      'InviteCreated',
      'InviteConfirmationRequested',
      'InviteConfirmed',
      'InviteRedeemed',
    ]);
    await events.close();
  });

  it.each([
    ['refused by another', asSecond, 'refuse', 'refused'],
    ['withdrawn by who made it', asAdmin, 'withdraw', 'withdrawn'],
  ] as const)('%s cannot be used', async (_, context, how, status) => {
    const { id, token } = await create();
    await expect(answer(context, id, how)).resolves.toMatchObject({ confirmation: { ...WAITING, status } });
    await expect(answer(asSecond, id, 'confirm')).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(redeem(token)).rejects.toThrow('This invite code is not valid.');
  });

  it('confirmed and refused at once, has one winner in each of 20 races', async () => {
    for (let race = 0; race < 20; race += 1) {
      const { id, token } = await create();
      const [confirmed, refused] = await Promise.allSettled([
        answer(asSecond, id, 'confirm'),
        answer(asSecond, id, 'refuse'),
      ]);
      expect([confirmed.status, refused.status].sort()).toEqual(['fulfilled', 'rejected']);
      const isUsable = redeem(token).then(
        () => true,
        () => false,
      );
      expect(await isUsable).toBe(confirmed.status === 'fulfilled');
    }
  });

  it('is not confirmed once who made it is no super admin any more', async () => {
    const { id } = await create();
    service.superAdmins.delete('admin');
    await expect(answer(asSecond, id, 'confirm')).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(answer(asSecond, id, 'refuse')).resolves.toMatchObject({ confirmation: { status: 'refused' } });
  });

  it('does not wait if there is only one super admin, nor does an invite of others', async () => {
    await expect(create('partner')).resolves.toMatchObject({ confirmation: null });
    service.superAdmins.delete('second');
    const { id, token, confirmation } = await create();
    expect(confirmation).toBeNull();
    await expect(answer(asSecond, id, 'confirm')).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(answer(asSecond, 'nobody', 'confirm')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(redeem(token)).resolves.toMatchObject({ inviteId: id });
  });

  describe('that the only super admin made', () => {
    const createAlone = async () => {
      service.superAdmins.delete('second');
      const invite = await create();
      service.superAdmins.add('second');
      return invite;
    };
    const listed = async (context = asSecond) =>
      (await service.messages.call(listInvites, { limit: 10, cursor: null }, context)).invites;

    it('waits once there is another one, who confirms it', async () => {
      const { id, token } = await createAlone();
      await expect(redeem(token)).rejects.toThrow('This invite waits until another super admin confirms it.');
      expect(await listed()).toMatchObject([{ id, confirmation: WAITING }]);
      await expect(answer(asAdmin, id, 'confirm')).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(answer(asSecond, id, 'confirm')).resolves.toMatchObject({ confirmation: null, ended: null });
      await expect(answer(asSecond, id, 'confirm')).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await listed()).toMatchObject([{ id, confirmation: null }]);
      await expect(redeem(token)).resolves.toMatchObject({ grant: { madeById: 'admin', isConfirmed: true } });
    });

    it.each([
      ['refused by another', asSecond, 'refuse'],
      ['withdrawn by who made it', asAdmin, 'withdraw'],
    ] as const)('is revoked if it is %s', async (_, context, how) => {
      const { id, token } = await createAlone();
      const ended = { status: 'revoked', byEmail: context.actor?.email };
      await expect(answer(context, id, how)).resolves.toMatchObject({ ended, confirmation: null });
      await expect(redeem(token)).rejects.toThrow('This invite code is not valid.');
    });

    it('does not wait if it is for somebody else, or was made by the operator', async () => {
      service.superAdmins.delete('second');
      const { token } = await create('partner');
      service.superAdmins.add('second');
      expect(await listed()).toMatchObject([{ confirmation: null }]);
      await expect(redeem(token)).resolves.toMatchObject({ role: 'partner' });
    });
  });
});
