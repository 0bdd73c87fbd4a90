import {
  countUsers,
  findAccount,
  getUser,
  listUsers,
  readPersonHistory,
  updateUser,
  type EventMetadata,
  type UserView,
} from '@outlay/contracts';
import { followed } from '../testing/invites-double.js';
import { actingAs, anonymous, runAuth } from '../testing/running-auth.js';

describe('the users', () => {
  let auth: Awaited<ReturnType<typeof runAuth>>;
  let admin: UserView;
  beforeEach(async () => {
    auth = await runAuth();
    admin = await auth.registerUser('admin@example.com', 'super_admin');
  });
  afterEach(() => auth.close());

  it('a change of names has the lists follow them before it is answered, and succeeds without', async () => {
    const ann = await auth.registerUser('ann@example.com');
    const update = (change: object) => auth.call(updateUser, { userId: ann.id, ...change }, actingAs(admin));
    followed.people = [];
    await update({ role: 'partner' });
    expect(followed.people).toEqual([]);
    await update({ lastName: 'Low' });
    expect(followed.people).toEqual([ann.id]);
    followed.people = null;
    await expect(update({ lastName: 'High' })).resolves.toMatchObject({ user: { lastName: 'High' } });
  });

  it('finds an account by its email, however it is written', async () => {
    const ann = await auth.registerUser('ann@example.com');
    await expect(auth.call(findAccount, { email: ' ANN@example.com' })).resolves.toEqual({ user: ann });
    await expect(auth.call(findAccount, { email: 'nobody@example.com' })).resolves.toEqual({ user: null });
  });

  it('rejects an empty name and an unknown user', async () => {
    const update = (userId: string) => auth.call(updateUser, { userId, firstName: ' ' }, actingAs(admin));
    await expect(update(admin.id)).rejects.toMatchObject({ code: 'INVALID_INPUT', message: 'First name is required' });
    await expect(auth.call(getUser, { userId: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(auth.call(updateUser, { userId: 'nobody', role: 'partner' }, actingAs(admin))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('only super admins can list and update users', async () => {
    const partner = actingAs(await auth.registerUser('partner@example.com', 'partner'));
    const page = { limit: 10, cursor: null };
    await expect(auth.call(listUsers, page, partner)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(auth.call(readPersonHistory, { userId: admin.id }, partner)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(auth.call(listUsers, page)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(auth.call(updateUser, { userId: admin.id, role: 'partner' }, partner)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('auditors can list users and read what was done to them, and update none', async () => {
    const auditor = actingAs(await auth.registerUser('auditor@example.com', 'auditor'));
    const { users } = await auth.call(listUsers, { limit: 10, cursor: null }, auditor);
    expect(users.map(({ email, role }) => [email, role])).toEqual([
      ['admin@example.com', 'super_admin'],
      ['auditor@example.com', 'auditor'],
    ]);
    const { entries } = await auth.call(readPersonHistory, { userId: admin.id }, auditor);
    expect(entries.map(({ action }) => action)).toEqual(['created']);
    const update = auth.call(updateUser, { userId: admin.id, role: 'partner' }, auditor);
    await expect(update).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('lists each user once in the order of creation while others register', async () => {
    const emails = [admin.email];
    for (let n = 0; n < 4; n += 1) {
      auth.clock.advance({ seconds: n % 2 });
      emails.push((await auth.registerUser(`user-${n}@example.com`)).email);
    }
    const seen: UserView[] = [];
    let cursor: string | null = null;
    do {
      const page: { users: UserView[]; nextCursor: string | null } = await auth.call(
        listUsers,
        { limit: 2, cursor },
        actingAs(admin),
      );
      seen.push(...page.users);
      cursor = page.nextCursor;
      if (seen.length === 2) {
        auth.clock.advance({ seconds: 1 });
        emails.push((await auth.registerUser('late@example.com')).email);
      }
    } while (cursor);
    expect(seen.map(({ email }) => email).sort()).toEqual(emails.sort());
    expect(seen.map(({ createdAt }) => createdAt)).toEqual(seen.map(({ createdAt }) => createdAt).sort());
    await expect(auth.call(listUsers, { limit: 2, cursor: 'elsewhere' }, actingAs(admin))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('keeps one super admin in 100 races of two who demote or deactivate each other', async () => {
    const other = await auth.registerUser('other@example.com', 'super_admin');
    for (let race = 0; race < 100; race += 1) {
      const change = race % 2 === 0 ? { role: 'partner' as const } : { status: 'inactive' as const };
      const results = await Promise.allSettled([
        auth.call(updateUser, { userId: other.id, ...change }, actingAs(admin)),
        auth.call(updateUser, { userId: admin.id, ...change }, actingAs(other)),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await auth.call(countUsers, {})).activeSuperAdmins).toBe(1);
      for (const { id } of [admin, other]) {
        await auth.call(updateUser, { userId: id, role: 'super_admin', status: 'active' }, actingAs(admin));
      }
    }
  });

  it('applies all of many concurrent updates', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, (_, n) => auth.registerUser(`crowd-${n}@example.com`)));
    await Promise.all(
      users.map(({ id }) => auth.call(updateUser, { userId: id, role: 'super_admin' }, actingAs(admin))),
    );
    expect((await auth.call(countUsers, {})).activeSuperAdmins).toBe(6);
  });

  it('applies an update interrupted by a crash at the next start', async () => {
    const ann = await auth.registerUser('ann@example.com');
    await auth.call(updateUser, { userId: ann.id, role: 'partner' }, actingAs(admin));
    const roster = (await auth.openDatabase()).collection<{ _id: string }>('roster');
    const command = { id: 'interrupted', type: 'Change', change: { role: 'super_admin' } };
    const pending = { userId: ann.id, command, passwordHash: null, context: anonymous };
    await roster.updateOne({ _id: 'roster' }, { $set: { revision: 2, pending } });
    await auth.startInstance('three');
    expect((await auth.call(getUser, { userId: ann.id })).user.role).toBe('super_admin');
  });

  it('notes every change with who made it', async () => {
    const ann = await auth.registerUser('ann@example.com');
    const update = (change: object) => auth.call(updateUser, { userId: ann.id, ...change }, actingAs(admin));
    await update({ role: 'partner', lastName: 'Low', reimbursementCurrency: 'USD', status: 'inactive' });
    await update({ role: 'partner', status: 'active' });
    await update({ role: 'partner' });
    const stored = await (await auth.openEvents()).readStream(`account-${ann.id}`);
    const events = stored.map(({ type, data, metadata }) => [type, data, (metadata as EventMetadata).actor.email]);
    const { entries } = await auth.call(readPersonHistory, { userId: ann.id }, actingAs(admin));
    expect(entries.map((entry) => [entry.action, entry.changeSummary, entry.changedByEmail])).toEqual([
      ['created', 'Registered', ann.email],
      ['updated', 'role changed from team_member to partner', admin.email],
      ['updated', 'name changed from Ann Lee to Ann Low', admin.email],
      ['updated', 'reimbursement_currency changed from EUR to USD', admin.email],
      ['status_changed', 'status changed from active to inactive', admin.email],
      ['status_changed', 'status changed from inactive to active', admin.email],
    ]);
    const { firstName, lastName, role, reimbursementCurrency, email } = ann;
    expect(events).toEqual([
      ['AccountRegistered', { email, firstName, lastName, role, reimbursementCurrency, inviteId: 'invite-1' }, email],
      ['RoleChanged', { from: 'team_member', to: 'partner' }, admin.email],
      ['NamesChanged', { from: { firstName, lastName }, to: { firstName, lastName: 'Low' } }, admin.email],
      ['ReimbursementCurrencyChanged', { from: 'EUR', to: 'USD' }, admin.email],
      ['AccountDeactivated', {}, admin.email],
      ['AccountReactivated', {}, admin.email],
    ]);
  });
});
