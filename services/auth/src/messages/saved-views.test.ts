import {
  listViews,
  readPersonHistory,
  removeView,
  saveView,
  updateUser,
  VIEW_LIMITS,
  type RequestOf,
  type UserView,
} from '@outlay/contracts';
import { actingAs, runAuth } from '../testing/running-auth.js';

const trips = { viewId: null, name: 'Trips', shared: false, filter: { category: 'Hotel' } };

describe('saved views', () => {
  let auth: Awaited<ReturnType<typeof runAuth>>;
  let root: UserView;
  let kim: UserView;
  beforeEach(async () => {
    auth = await runAuth();
    root = await auth.registerUser('root@example.com', 'super_admin');
    kim = await auth.registerUser('kim@example.com', 'super_admin');
  });
  afterEach(() => auth.close());

  const save = async (by: UserView, view: Partial<RequestOf<typeof saveView>> = {}) =>
    (await auth.call(saveView, { ...trips, ...view }, actingAs(by))).view;
  const remove = (by: UserView, viewId: string) => auth.call(removeView, { viewId }, actingAs(by));
  const namesFor = async (user: UserView) =>
    (await auth.call(listViews, {}, actingAs(user))).views.map(({ name }) => name);

  it('are listed to their owner by name, and to other super admins if they are shared', async () => {
    await save(root);
    const shared = await save(root, { name: ' Árvíz\u200b ', shared: true, filter: { status: 'paid' } });
    expect(shared).toMatchObject({ name: 'Árvíz', ownerId: root.id, filter: { status: 'paid' } });
    expect([await namesFor(root), await namesFor(kim)]).toEqual([['Árvíz', 'Trips'], ['Árvíz']]);
  });

  it('may show all claims', async () => {
    await save(root, { shared: true, filter: {} });
    expect((await auth.call(listViews, {}, actingAs(kim))).views).toMatchObject([{ name: 'Trips', filter: {} }]);
  });

  it('have one name each, in any case, and a repeat is the same view', async () => {
    const first = await save(root);
    expect(await save(root)).toEqual(first);
    await expect(save(root, { name: 'TRIPS', filter: {} })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'You already have a view named “Trips”. Please choose another name.',
    });
    await save(kim, { shared: true });
    const other = await save(root, { name: 'Other' });
    await expect(save(root, { viewId: other.id, name: 'trips' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await namesFor(root)).toEqual(['Other', 'Trips', 'Trips']);
  });

  it('of the same name that are saved at once are one', async () => {
    const outcomes = await Promise.allSettled([save(root, { filter: {} }), save(root)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await namesFor(root)).toEqual(['Trips']);
  });

  it('are replaced by their owner alone', async () => {
    const { id } = await save(root, { shared: true });
    const changed = { viewId: id, name: 'TRIPS', shared: false, filter: { sort: 'oldest' as const } };
    await expect(save(kim, changed)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await save(root, changed)).toMatchObject({ id, name: 'TRIPS', shared: false, filter: { sort: 'oldest' } });
    expect([await namesFor(root), await namesFor(kim)]).toEqual([['TRIPS'], []]);
  });

  it('are removed by their owner, and by any super admin if they are shared', async () => {
    const own = await save(root);
    await expect(remove(kim, own.id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'View not found' });
    await remove(root, own.id);
    await expect(remove(root, own.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const shared = await save(root, { shared: true });
    await remove(kim, shared.id);
    expect(await namesFor(root)).toEqual([]);
    const { entries } = await auth.call(readPersonHistory, { userId: root.id }, actingAs(kim));
    expect(entries.slice(-2)).toMatchObject([
      { changeSummary: 'Saved the view “Trips” for all super admins', changedByEmail: 'root@example.com' },
      { changeSummary: 'Removed the view “Trips”', changedByEmail: 'kim@example.com' },
    ]);
  });

  it('have a limit, which replacing one keeps', async () => {
    const first = await save(root);
    for (let at = 1; at < VIEW_LIMITS.views; at += 1) await save(root, { name: `View ${at}` });
    await expect(save(root, { name: 'One more' })).rejects.toThrow('You have 50 views, which is the limit.');
    await expect(save(root, { viewId: first.id, name: 'First' })).resolves.toMatchObject({ name: 'First' });
  });

  it('that are shared stay when their owner is no longer a super admin, who sees none then', async () => {
    const shared = await save(root, { shared: true });
    await auth.call(updateUser, { userId: root.id, role: 'team_member' }, actingAs(kim));
    const member: UserView = { ...root, role: 'team_member' };
    await expect(auth.call(listViews, {}, actingAs(member))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(save(member)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await namesFor(kim)).toEqual(['Trips']);
    await remove(kim, shared.id);
    expect(await namesFor(kim)).toEqual([]);
  });
});
