import {
  answerPendingChange,
  countUsers,
  createResetCode,
  getUser,
  listUsers,
  readPersonHistory,
  readProfile,
  resetPassword,
  updateUser,
  type PendingAnswer,
  type PendingChange,
  type UserView,
} from '@outlay/contracts';
import { actingAs, PASSWORD, runAuth } from '../testing/running-auth.js';

const A_CODE = expect.stringMatching(/^\d{6}$/) as string;
type Auth = Awaited<ReturnType<typeof runAuth>>;

function people(auth: Auth) {
  const update = (by: UserView, userId: string, change: object) =>
    auth.call(updateUser, { userId, ...change }, actingAs(by));
  return {
    update,
    answer: (by: UserView, { id }: UserView, change: PendingChange | null, answer: PendingAnswer) =>
      auth.call(answerPendingChange, { userId: id, changeId: change?.id ?? 'none', answer }, actingAs(by)),
    demote: async (by: UserView, { id }: UserView) => (await update(by, id, { role: 'partner' })).user.pendingChange,
    roleOf: async ({ id }: UserView) => (await auth.call(getUser, { userId: id })).user.role,
    code: (by: UserView, { id }: UserView) => auth.call(createResetCode, { userId: id }, actingAs(by)),
    profile: (of: UserView) => auth.call(readProfile, {}, actingAs(of)),
  };
}

describe('with four eyes on', () => {
  let auth: Auth;
  let company: ReturnType<typeof people>;
  let [root, kim, ann]: UserView[] = [];
  const three = () => {
    if (!root || !kim || !ann) throw new Error('The company has not been set up');
    return { root, kim, ann };
  };
  beforeEach(async () => {
    auth = await runAuth({ fourEyes: true });
    company = people(auth);
    root = await auth.registerUser('root@example.com', 'super_admin');
    kim = await auth.registerUser('kim@example.com', 'super_admin');
    ann = await auth.registerUser('ann@example.com');
  });
  afterEach(() => auth.close());

  it('a promotion waits, is listed, and is carried out when another super admin confirms it', async () => {
    const { root, kim, ann } = three();
    const { user } = await company.update(root, ann.id, { role: 'super_admin', lastName: 'Low' });
    const pendingChange = {
      id: expect.any(String) as string,
      action: 'change',
      role: 'super_admin',
      status: null,
      requestedById: root.id,
      requestedByEmail: root.email,
      requestedAt: expect.any(String) as string,
    };
    expect(user).toMatchObject({ role: 'team_member', lastName: 'Low', pendingChange });
    const { users } = await auth.call(listUsers, { limit: 10, cursor: null }, actingAs(kim));
    expect(new Map(users.map((listed) => [listed.id, listed.pendingChange]))).toEqual(
      new Map([
        [root.id, null],
        [kim.id, null],
        [ann.id, pendingChange],
      ]),
    );
    await auth.startInstance('three');
    await expect(company.answer(root, ann, user.pendingChange, 'confirm')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(company.answer(ann, ann, user.pendingChange, 'confirm')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(company.answer(kim, ann, user.pendingChange, 'confirm')).resolves.toMatchObject({
      user: { role: 'super_admin' },
      resetCode: null,
    });
    const { entries } = await auth.call(readPersonHistory, { userId: ann.id }, actingAs(kim));
    expect(entries.map(({ changeSummary, changedByEmail }) => [changeSummary, changedByEmail])).toEqual([
      ['Registered', ann.email],
      ['Asked for role super_admin', root.email],
      ['name changed from Ann Lee to Ann Low', root.email],
      ['Confirmed what was asked for', kim.email],
      ['role changed from team_member to super_admin', kim.email],
    ]);
    await expect(company.answer(kim, ann, user.pendingChange, 'confirm')).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('with two super admins, the person concerned answers', async () => {
    const { root, kim } = three();
    await company.answer(kim, kim, await company.demote(root, kim), 'refuse');
    expect(await company.roleOf(kim)).toBe('super_admin');
    await company.answer(kim, kim, await company.demote(root, kim), 'confirm');
    expect(await company.roleOf(kim)).toBe('partner');
  });

  it.each([
    ['a demotion', { role: 'partner' }, true],
    ['a deactivation', { status: 'inactive' }, true],
    ['another name', { lastName: 'Low' }, false],
  ] as const)('%s of a super admin waits: %j %s', async (_, change, waits) => {
    const { root, kim } = three();
    const { user } = await company.update(root, kim.id, change);
    expect(user.pendingChange !== null).toBe(waits);
  });

  it('changes of others than super admins do not wait', async () => {
    const { root, ann } = three();
    await company.update(root, ann.id, { role: 'partner', status: 'inactive' });
    expect(await company.roleOf(ann)).toBe('partner');
  });

  it('a request can be withdrawn, and made again', async () => {
    const { root, kim, ann } = three();
    const promote = async (by: UserView) =>
      (await company.update(by, ann.id, { role: 'super_admin' })).user.pendingChange;
    const change = await promote(root);
    await expect(promote(root)).resolves.toEqual(change);
    await expect(promote(kim)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(company.answer(kim, ann, change, 'withdraw')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await company.answer(root, ann, change, 'withdraw');
    await expect(promote(kim)).resolves.toMatchObject({ requestedByEmail: kim.email });
  });

  it('the only super admin acts alone', async () => {
    const { root, kim, ann } = three();
    await company.answer(kim, kim, await company.demote(root, kim), 'confirm');
    await expect(company.update(root, ann.id, { role: 'super_admin' })).resolves.toMatchObject({
      user: { role: 'super_admin', pendingChange: null },
    });
  });

  it('is confirmed only while who asked is an active super admin and another one remains', async () => {
    const { root, kim, ann } = three();
    const [ofKim, ofRoot, ofAnn] = [
      await company.demote(root, kim),
      await company.demote(kim, root),
      (await company.update(kim, ann.id, { role: 'super_admin' })).user.pendingChange,
    ];
    await company.answer(kim, kim, ofKim, 'confirm');
    await expect(company.answer(root, root, ofRoot, 'confirm')).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(company.answer(root, ann, ofAnn, 'confirm')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Who asked for this is no longer an active super admin. It can only be refused.',
    });
    await company.answer(root, ann, ofAnn, 'refuse');
    expect(await company.roleOf(root)).toBe('super_admin');
  });

  it('a reset code goes to who confirms it, and works once', async () => {
    const { root, kim, ann } = three();
    await expect(company.code(root, ann)).resolves.toMatchObject({ code: A_CODE, pendingChange: null });
    const { code, pendingChange } = await company.code(root, kim);
    expect([code, pendingChange?.action]).toEqual(['', 'reset_code']);
    const { resetCode } = await company.answer(kim, kim, pendingChange, 'confirm');
    const reset = { email: kim.email, code: resetCode?.code ?? '', newPassword: `${PASSWORD}-new` };
    await expect(auth.call(resetPassword, reset)).resolves.toEqual({ done: true });
    await expect(auth.call(resetPassword, reset)).rejects.toMatchObject({ code: 'INVALID_RESET_CODE' });
  });

  it.each([
    ['two who confirm', 'confirm', 'confirm'],
    ['confirming and refusing', 'confirm', 'refuse'],
    ['confirming and withdrawing', 'confirm', 'withdraw'],
  ] as const)('%s at once have one winner in 20 races', async (_, first, second) => {
    const { root, kim, ann } = three();
    const lee = await auth.registerUser('lee@example.com');
    await company.answer(
      kim,
      lee,
      (await company.update(root, lee.id, { role: 'super_admin' })).user.pendingChange,
      'confirm',
    );
    for (let race = 0; race < 20; race += 1) {
      const before = await company.roleOf(ann);
      const role = before === 'super_admin' ? 'team_member' : 'super_admin';
      const { pendingChange } = (await company.update(root, ann.id, { role })).user;
      const results = await Promise.allSettled([
        company.answer(kim, ann, pendingChange, first),
        company.answer(second === 'withdraw' ? root : lee, ann, pendingChange, second),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const isConfirmed = results[0].status === 'fulfilled' || second === 'confirm';
      expect(await company.roleOf(ann)).toBe(isConfirmed ? role : before);
    }
    const events = await (await auth.openEvents()).readStream(`account-${ann.id}`);
    const count = (type: string) => events.filter((event) => event.type === type).length;
    expect(count('ChangeConfirmed')).toBe(count('RoleChanged'));
    expect(count('ChangeRequested')).toBe(count('ChangeConfirmed') + count('ChangeRefused') + count('ChangeWithdrawn'));
  });

  it('a super admin always remains when two confirm each other’s demotion at once', async () => {
    const { root, kim } = three();
    const [ofKim, ofRoot] = [await company.demote(root, kim), await company.demote(kim, root)];
    const results = await Promise.allSettled([
      company.answer(kim, kim, ofKim, 'confirm'),
      company.answer(root, root, ofRoot, 'confirm'),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(auth.call(countUsers, {})).resolves.toMatchObject({ activeSuperAdmins: 1 });
  });
});
