import {
  addTrip,
  changeTrip,
  listTrips,
  readPersonHistory,
  removeTrip,
  TRIPS_MAX,
  updateUser,
  type RequestOf,
  type UserView,
} from '@outlay/contracts';
import { actingAs, runAuth } from '../testing/running-auth.js';

const nairobi = { name: 'Nairobi, March', currency: 'KES', firstDay: '2026-03-16', lastDay: '2026-03-20' };

describe('trips', () => {
  let auth: Awaited<ReturnType<typeof runAuth>>;
  let root: UserView;
  let mia: UserView;
  beforeEach(async () => {
    auth = await runAuth();
    root = await auth.registerUser('root@example.com', 'super_admin');
    mia = await auth.registerUser('mia@example.com', 'team_member');
  });
  afterEach(() => auth.close());

  const add = async (by: UserView, trip: Partial<RequestOf<typeof addTrip>> = {}) =>
    (await auth.call(addTrip, { ...nairobi, ...trip }, actingAs(by))).trip;
  const change = async (by: UserView, trip: RequestOf<typeof changeTrip>) =>
    (await auth.call(changeTrip, trip, actingAs(by))).trip;
  const remove = (by: UserView, tripId: string) => auth.call(removeTrip, { tripId }, actingAs(by));
  const namesOf = async (by: UserView) => (await auth.call(listTrips, {}, actingAs(by))).trips.map(({ name }) => name);

  it('are listed to their owner alone, the latest first', async () => {
    await add(mia);
    expect(await add(mia, { name: ' Rome\u200b ', firstDay: '2026-06-01', lastDay: '2026-06-01' })).toEqual({
      id: expect.any(String),
      name: 'Rome',
      currency: 'KES',
      firstDay: '2026-06-01',
      lastDay: '2026-06-01',
    });
    expect([await namesOf(mia), await namesOf(root)]).toEqual([['Rome', 'Nairobi, March'], []]);
  });

  it('have one name each, in any case and accent, and a repeat is the same trip', async () => {
    const first = await add(mia);
    expect(await add(mia)).toEqual(first);
    for (const other of [{ name: 'NAIRÓBI, march', currency: 'KES' }, { currency: 'USD' }, { lastDay: '2026-03-21' }]) {
      await expect(add(mia, other)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'You already have a trip named “Nairobi, March”. Please choose another name.',
      });
    }
    await add(root);
    expect([await namesOf(mia), await namesOf(root)]).toEqual([['Nairobi, March'], ['Nairobi, March']]);
  });

  it('of the same name that two devices add at once are one', async () => {
    const outcomes = await Promise.allSettled([add(mia), add(mia, { currency: 'USD' })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await namesOf(mia)).toEqual(['Nairobi, March']);
  });

  it('change their currency and days, and keep their name', async () => {
    const { id } = await add(mia);
    const terms = { currency: 'USD', firstDay: '2026-03-15', lastDay: '2026-03-22' };
    const changed = { id, name: 'Nairobi, March', ...terms };
    expect(await change(mia, { tripId: id, ...terms })).toEqual(changed);
    expect(await change(mia, { tripId: id, ...terms })).toEqual(changed);
    await expect(change(root, { tripId: id, ...terms })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { entries } = await auth.call(readPersonHistory, { userId: mia.id }, actingAs(root));
    expect(entries.slice(1).map(({ changeSummary }) => changeSummary)).toEqual([
      'Saved the trip “Nairobi, March”: KES, 2026-03-16 to 2026-03-20',
      'Saved the trip “Nairobi, March”: USD, 2026-03-15 to 2026-03-22',
    ]);
  });

  it('do not end before they begin', async () => {
    const { id } = await add(mia);
    const reversed = { currency: 'KES', firstDay: '2026-03-21', lastDay: '2026-03-20' };
    const refusal = {
      code: 'INVALID_INPUT',
      message: 'The last day is before the first.',
      details: [{ field: 'lastDay', message: 'The last day is before the first.' }],
    };
    await expect(add(mia, { name: 'Rome', ...reversed })).rejects.toMatchObject(refusal);
    await expect(change(mia, { tripId: id, ...reversed })).rejects.toMatchObject(refusal);
  });

  it('are removed by their owner, once, and their name is free again', async () => {
    const { id } = await add(mia);
    await expect(remove(root, id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Trip not found' });
    await remove(mia, id);
    await expect(remove(mia, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await namesOf(mia)).toEqual([]);
    expect((await add(mia)).id).not.toBe(id);
  });

  it('have a limit', async () => {
    for (let at = 0; at < TRIPS_MAX; at += 1) await add(mia, { name: `Trip ${at}` });
    await expect(add(mia, { name: 'One more' })).rejects.toThrow('You have 100 trips, which is the limit.');
    await expect(add(mia, { name: 'Trip 0' })).resolves.toMatchObject({ name: 'Trip 0' });
  });

  it('are refused while the person is an auditor, and kept until they are a team member again', async () => {
    await add(mia);
    await auth.call(updateUser, { userId: mia.id, role: 'auditor' }, actingAs(root));
    const auditor: UserView = { ...mia, role: 'auditor' };
    await expect(auth.call(listTrips, {}, actingAs(auditor))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(add(auditor, { name: 'Rome' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await auth.call(updateUser, { userId: mia.id, role: 'team_member' }, actingAs(root));
    expect(await namesOf(mia)).toEqual(['Nairobi, March']);
  });
});
