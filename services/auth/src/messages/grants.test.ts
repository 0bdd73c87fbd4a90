import {
  answerPendingChange,
  checkAuditToken,
  checkGrants,
  countUsers,
  createAuditToken,
  createResetCode,
  listAuditTokens,
  login,
  register,
  resetPassword,
  updateUser,
  type UserView,
} from '@outlay/contracts';
import { createHash } from 'node:crypto';
import { invitesDouble } from '../testing/invites-double.js';
import { actingAs, PASSWORD, runAuth } from '../testing/running-auth.js';

const NEW_PASSWORD = `${PASSWORD}-new`;
const GONE = { code: 'INVALID_RESET_CODE', message: 'Invalid or expired reset code' };
type Auth = Awaited<ReturnType<typeof runAuth>>;

describe('grants of a super admin', () => {
  let auth: Auth;
  let root: UserView;
  let kim: UserView;
  let ann: UserView;
  const start = async (fourEyes = false) => {
    auth = await runAuth({ fourEyes });
    root = await auth.registerUser('root@example.com', 'super_admin');
    kim = await auth.registerUser('kim@example.com', 'super_admin');
    ann = await auth.registerUser('ann@example.com', 'partner');
    auth.clock.advance({ seconds: 1 });
  };
  afterEach(() => auth.close());

  /** Each change of an account follows the grants that it ends. */
  const change = async ({ id }: UserView, to: object, by = kim) => {
    auth.clock.advance({ seconds: 1 });
    await auth.call(updateUser, { userId: id, ...to }, actingAs(by));
    auth.clock.advance({ seconds: 1 });
  };
  const codeFor = async ({ id }: UserView, by = root) =>
    (await auth.call(createResetCode, { userId: id }, actingAs(by))).code;
  const reset = ({ email }: UserView, code: string) =>
    auth.call(resetPassword, { email, code, newPassword: NEW_PASSWORD });
  const invitedBy = ({ id }: UserView, isConfirmed = false) => {
    invitesDouble.grant = { madeById: id, madeAt: auth.clock.now().toISOString(), isConfirmed };
  };
  const join = (email: string) => auth.registerUser(email, 'super_admin');

  const ENDS: [string, () => Promise<void>][] = [
    ['who made it is deactivated', () => change(root, { status: 'inactive' })],
    ['who made it is demoted', () => change(root, { role: 'partner' })],
    [
      'who made it left and came back',
      async () => {
        await change(root, { status: 'inactive' });
        await change(root, { status: 'active' });
      },
    ],
  ];

  it.each([
    ...ENDS,
    ['the person is promoted', () => change(ann, { role: 'super_admin' })],
    ['the person is demoted', () => change(ann, { role: 'team_member' })],
    [
      'the person left and came back',
      async () => {
        await change(ann, { status: 'inactive' });
        await change(ann, { status: 'active' });
      },
    ],
  ] as [string, () => Promise<void>][])('a reset code ends once %s', async (_, end) => {
    await start();
    const code = await codeFor(ann);
    await end();
    await expect(reset(ann, code)).rejects.toMatchObject(GONE);
    await expect(auth.call(login, { email: ann.email, password: NEW_PASSWORD })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
    await reset(ann, await codeFor(ann, kim));
  });

  it('a reset code stays while names and currency change', async () => {
    await start();
    const code = await codeFor(ann);
    await change(ann, { lastName: 'Low', reimbursementCurrency: 'USD' });
    await change(root, { lastName: 'Low' });
    await expect(reset(ann, code)).resolves.toEqual({ done: true });
  });

  it('a reset code of before the promotion signs nobody in as the new super admin, with four eyes on', async () => {
    await start(true);
    const code = await codeFor(ann);
    auth.clock.advance({ seconds: 1 });
    const asked = await auth.call(updateUser, { userId: ann.id, role: 'super_admin' }, actingAs(root));
    const answer = { userId: ann.id, changeId: asked.user.pendingChange?.id ?? '', answer: 'confirm' } as const;
    await auth.call(answerPendingChange, answer, actingAs(kim));
    await expect(reset(ann, code)).rejects.toMatchObject(GONE);
  });

  it.each(ENDS)('an invite registers nobody once %s', async (_, end) => {
    await start();
    invitedBy(root);
    await end();
    await expect(join('eve@example.com')).rejects.toMatchObject({ code: 'INVALID_INVITE' });
    invitedBy(kim);
    await expect(join('eve@example.com')).resolves.toMatchObject({ role: 'super_admin' });
  });

  it('an invite of a super admin that nobody confirmed registers none as soon as there are two', async () => {
    await start(true);
    invitedBy(root);
    const message = 'This invite waits until another super admin confirms it. Please try again later.';
    await expect(join('eve@example.com')).rejects.toMatchObject({ code: 'INVALID_INVITE', message });
    invitedBy(root, true);
    await join('eve@example.com');
    invitesDouble.grant = { ...invitesDouble.grant, madeById: 'operator', isConfirmed: false };
    await join('ola@example.com');
  });

  it('of two invites that the only super admin made, one makes the second super admin', async () => {
    auth = await runAuth({ fourEyes: true });
    root = await auth.registerUser('root@example.com', 'super_admin');
    invitedBy(root);
    const joined = await Promise.allSettled([join('eve@example.com'), join('eva@example.com')]);
    expect(joined.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(auth.call(countUsers, {})).resolves.toEqual({ users: 2, activeSuperAdmins: 2 });
  });

  it('used while its maker is deactivated, it was used before that or not at all, in each of 20 races', async () => {
    await start();
    for (let race = 0; race < 20; race += 1) {
      const maker = await auth.registerUser(`maker${race}@example.com`, 'super_admin');
      auth.clock.advance({ seconds: 1 });
      const code = await codeFor(ann, maker);
      invitedBy(maker);
      auth.clock.advance({ seconds: 1 });
      const email = `eve${race}@example.com`;
      const request = { email, password: PASSWORD, firstName: 'Eve', lastName: 'Lo', reimbursementCurrency: 'EUR' };
      const eve = auth.call(register, { ...request, inviteToken: `super_admin:${email}` } as never);
      const used = reset(ann, code);
      const ended = auth.call(updateUser, { userId: maker.id, status: 'inactive' }, actingAs(kim));
      await Promise.allSettled(race % 2 === 0 ? [eve, used, ended] : [ended, used, eve]);
      await expect(ended).resolves.toMatchObject({ user: { status: 'inactive' } });
      const events = await (await auth.openEvents()).readAll({ prefixes: ['account-'], after: null, limit: 1000 });
      const at = (stream: string, type: string) =>
        events.findLastIndex((event) => event.stream === `account-${stream}` && event.type === type);
      const deactivated = at(maker.id, 'AccountDeactivated');
      const eveId = await eve.then(
        ({ user }) => user.id,
        () => null,
      );
      if (eveId !== null) expect(at(eveId, 'AccountRegistered')).toBeLessThan(deactivated);
      if (
        await used.then(
          () => true,
          () => false,
        )
      )
        expect(at(ann.id, 'ResetCodeUsed')).toBeLessThan(deactivated);
      // The loser of the race is refused from now on.
      if (eveId === null)
        await expect(auth.registerUser(email, 'super_admin')).rejects.toMatchObject({ code: 'INVALID_INVITE' });
      invitesDouble.reset();
    }
  });

  it.each(ENDS)('a token that reads the trail is refused once %s', async (_, end) => {
    await start();
    const { secret } = await auth.call(createAuditToken, { name: 'Export', expiresInDays: null }, actingAs(root));
    const secretHash = createHash('sha256').update(secret).digest('hex');
    await expect(auth.call(checkAuditToken, { secretHash })).resolves.toMatchObject({ actor: { name: 'Export' } });
    await end();
    await expect(auth.call(checkAuditToken, { secretHash })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const { auditTokens } = await auth.call(listAuditTokens, { limit: 10, cursor: null }, actingAs(kim));
    expect(auditTokens).toMatchObject([{ name: 'Export', isBacked: false, revokedAt: null }]);
  });

  it('a pending change is not confirmed once its asker left and came back', async () => {
    await start(true);
    const lee = await auth.registerUser('lee@example.com', 'super_admin');
    const ask = (of: UserView, to: object, by: UserView) =>
      auth.call(updateUser, { userId: of.id, ...to }, actingAs(by));
    const answer = (of: UserView, changeId: string, by: UserView) =>
      auth.call(answerPendingChange, { userId: of.id, changeId, answer: 'confirm' }, actingAs(by));
    const { pendingChange } = (await ask(ann, { role: 'super_admin' }, root)).user;
    for (const status of ['inactive', 'active'] as const) {
      auth.clock.advance({ seconds: 1 });
      await answer(root, (await ask(root, { status }, kim)).user.pendingChange?.id ?? '', lee);
    }
    await expect(answer(ann, pendingChange?.id ?? '', kim)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Who asked for this is no longer an active super admin. It can only be refused.',
    });
  });

  it('is judged as of an instant, for lists of the past', async () => {
    await start();
    const madeAt = auth.clock.now().toISOString();
    await change(root, { status: 'inactive' });
    const grants = [
      { madeById: root.id, madeAt },
      { madeById: kim.id, madeAt },
      { madeById: 'nobody', madeAt },
      { madeById: null, madeAt },
    ];
    const backed = async (asOf?: string) =>
      (await auth.call(checkGrants, { grants, asOf })).checked.map(({ isBacked }) => isBacked);
    expect(await backed()).toEqual([false, true, false, true]);
    expect(await backed(madeAt)).toEqual([true, true, false, true]);
  });
});
