import { login, readPersonHistory, recordAccess, type UserView } from '@outlay/contracts';
import { actingAs, PASSWORD, runAuth } from '../testing/running-auth.js';

describe('the record of what a person accessed', () => {
  let auth: Awaited<ReturnType<typeof runAuth>>;
  let admin: UserView;
  let ann: UserView;
  beforeAll(async () => {
    auth = await runAuth();
    admin = await auth.registerUser('admin@example.com', 'super_admin');
    ann = await auth.registerUser('ann@example.com');
  });
  afterAll(() => auth.close());

  const historyOf = async ({ id }: UserView) => {
    const { entries } = await auth.call(readPersonHistory, { userId: id }, actingAs(admin));
    return entries.map(({ action, changeSummary, changedByEmail }) => [action, changeSummary, changedByEmail]);
  };

  it('is in the history: sign-ins, failed ones, and what was opened', async () => {
    auth.clock.advance({ seconds: 1 });
    await auth.call(login, { email: admin.email, password: PASSWORD });
    const receipt = { what: 'receipt', file: 'a.pdf', ownerId: ann.id } as const;
    const report = { what: 'report', file: 'a.xlsx', ownerId: 'gone' } as const;
    for (const access of [receipt, report, { what: 'trail' } as const, { what: 'expenses' } as const])
      await auth.call(recordAccess, access, actingAs(admin));
    expect((await historyOf(admin)).slice(1)).toEqual([
      ['accessed', 'Signed in', admin.email],
      ['accessed', `Opened a receipt of ${ann.email}`, admin.email],
      ['accessed', 'Opened a report of somebody else', admin.email],
      ['accessed', 'Read the feed of all events', admin.email],
      ['accessed', 'Exported a list of expenses', admin.email],
    ]);
    await expect(auth.call(login, { email: ann.email, password: 'Wrong-Horse-1' })).rejects.toThrow('Invalid email');
    while ((await historyOf(ann)).length < 2) await new Promise(setImmediate);
    expect((await historyOf(ann)).slice(1)).toEqual([['accessed', 'Sign-in failed', 'system']]);
  });

  it('is recorded of people with a session only', async () => {
    await expect(auth.call(recordAccess, { what: 'trail' })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
