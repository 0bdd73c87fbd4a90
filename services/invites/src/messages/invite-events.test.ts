import {
  createFirstInvite,
  createInvite,
  listInvites,
  readInviteHistory,
  redeemInvite,
  type EventMetadata,
} from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import { anonymous, asAdmin, asPartner, runInvites } from '../testing/running-invites.js';

describe('the events of invites', () => {
  let service: Awaited<ReturnType<typeof runInvites>>;
  beforeEach(async () => {
    service = await runInvites();
  });
  afterEach(() => service.close());

  const create = async (email: string) =>
    (await service.messages.call(createInvite, { email, role: 'partner', expiresInDays: 14 }, asAdmin)).invite;
  const redeem = (token: string, email: string, usersExist = true) =>
    service.messages.call(redeemInvite, { token, email, usersExist }, anonymous);
  const list = async () => (await service.messages.call(listInvites, { limit: 10, cursor: null }, asAdmin)).invites;
  const opening: { close: () => Promise<unknown> }[] = [];
  afterEach(() => Promise.all(opening.splice(0).map((store) => store.close())));
  const eventsOf = async (id: string) => {
    const events = await service.openEvents();
    opening.push(events);
    return (await events.readStream(`invite-${id}`)).map(({ type, data, metadata }) => {
      return [type, data, (metadata as EventMetadata).actor.email];
    });
  };
  const openDatabase = async () => {
    const documents = await service.openDatabase();
    opening.push(documents);
    return documents;
  };
  const terms = {
    role: 'partner',
    createdAt: '2026-06-15T10:00:00.000Z',
    expiresAt: '2026-06-29T10:00:00.000Z',
  };

  it('say who made one and who used it, once and never with its code', async () => {
    const { id, token } = await create('ann@example.com');
    await redeem(token, 'ann@example.com');
    await redeem(token, 'ann@example.com');
    const events = await eventsOf(id);
    expect(events).toEqual([
      ['InviteCreated', { ...terms, email: 'ann@example.com' }, 'admin@example.com'],
      ['InviteRedeemed', { email: 'ann@example.com' }, 'ann@example.com'],
    ]);
    expect(JSON.stringify(events)).not.toContain(token);
  });

  it('are the history of who made it and of who used it', async () => {
    const { token } = await create('ann@example.com');
    await create('bob@example.com');
    await redeem(token, 'ann@example.com');
    const historyOf = async (userId: string, email: string, context = asAdmin) =>
      (await service.messages.call(readInviteHistory, { userId, email }, context)).entries.map(
        ({ changeSummary, changedByEmail }) => `${changedByEmail}: ${changeSummary}`,
      );
    const ofAnn = [
      'admin@example.com: Invited ann@example.com as partner',
      'ann@example.com: ann@example.com used the invite',
    ];
    expect(await historyOf('ann', 'ann@example.com')).toEqual(ofAnn);
    const ofAdmin = await historyOf('admin', 'admin@example.com');
    expect(ofAdmin).toEqual(
      expect.arrayContaining([...ofAnn, 'admin@example.com: Invited bob@example.com as partner']),
    );
    expect(ofAdmin).toHaveLength(3);
    await expect(historyOf('ann', 'ann@example.com', asPartner)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('of the first invite begin when it is redeemed', async () => {
    await service.messages.call(createFirstInvite, {}, anonymous);
    const { token } = await service.messages.call(createFirstInvite, {}, anonymous);
    const { inviteId } = await redeem(token, 'f@example.com', false);
    expect(await eventsOf(inviteId)).toEqual([
      ['InviteCreated', { ...terms, email: null, role: 'super_admin' }, 'f@example.com'],
      ['InviteRedeemed', { email: 'f@example.com' }, 'f@example.com'],
    ]);
    expect(await list()).toMatchObject([{ id: inviteId, email: null, token, usedAt: terms.createdAt }]);
  });

  it('bring documents from an older backup up to them', async () => {
    const { id, token } = await create('ann@example.com');
    const documents = await openDatabase();
    const rows = documents.collection<{ _id: string }>('invites');
    const older = await rows.findOne({ _id: id });
    await redeem(token, 'ann@example.com');
    const other = await create('bob@example.com');
    await rows.deleteMany({});
    await rows.insertOne({ ...older, _id: id });
    await documents.collection('checkpoints').deleteMany({});
    await service.startInstance('three');
    await eventually(async () => {
      const invites = await list();
      return invites.length === 2 && invites.some(({ usedAt }) => usedAt !== null);
    });
    expect((await list()).find((invite) => invite.id === other.id)).toEqual(other);
  });
});
