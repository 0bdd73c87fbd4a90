import {
  answerInviteRoute,
  answerPendingChangeRoute,
  listInvitesRoute,
  listUsersRoute,
  loginRoute,
  personHistoryRoute,
  profileRoute,
  dismissNoticesRoute,
  type PendingAnswer,
  type PendingChangeJson,
} from '@outlay/contracts';
import { PASSWORD, startCompany, startOwnCompany, type Company, type Person } from './testing/company.js';

const WAITS = 'This waits until another super admin confirms it.';

const roleOf = async ({ api, root }: Company, { user }: Person) =>
  (await api.call(listUsersRoute, { as: root })).find(({ id }) => id === user.id);
const setRole = ({ api }: Company, as: Person, { user }: Person, json: object) =>
  api.send('PUT', `/api/admin/users/${user.id}/role`, { as, json });

describe('with FOUR_EYES on', () => {
  let company: Company;
  let kim: Person;
  beforeAll(async () => {
    company = await startOwnCompany({ env: { FOUR_EYES: 'on' } });
    // Kim is the only super admin, who acts alone.
    kim = await company.addPerson('super_admin');
  });
  afterAll(() => company.close());

  const waiting = async (as: Person, whom: Person, json: object) => {
    const { status, body } = await setRole(company, as, whom, json);
    expect([status, body]).toMatchObject([202, { message: WAITS }]);
    return Object(body).user.pending_change as PendingChangeJson;
  };
  const answer = (as: Person, { user }: Person, { id }: PendingChangeJson, how: PendingAnswer) => ({
    as,
    params: { id: user.id },
    json: { change_id: id, answer: how },
  });

  it('a super admin is made by two', async () => {
    const { api, root, mia } = company;
    const change = await waiting(root, mia, { role: 'super_admin' });
    expect(await roleOf(company, mia)).toMatchObject({
      role: 'team_member',
      pending_change: { action: 'change', role: 'super_admin', requested_by_email: root.user.email },
    });
    const path = `/api/admin/users/${mia.user.id}/pending-change`;
    for (const as of [root, mia]) {
      const json = { change_id: change.id, answer: 'confirm' };
      expect(await api.expectError('PUT', path, { as, json })).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    }
    const { message, user } = await api.call(answerPendingChangeRoute, answer(kim, mia, change, 'confirm'));
    expect([message, user.role]).toEqual(['Confirmed', 'super_admin']);
    const { history } = await api.call(personHistoryRoute, { as: root, params: { id: mia.user.id } });
    expect(history.map(({ event_type, changed_by_email }) => [event_type, changed_by_email]).slice(-3)).toEqual([
      ['ChangeRequested', root.user.email],
      ['ChangeConfirmed', kim.user.email],
      ['RoleChanged', kim.user.email],
    ]);
    await api.call(
      answerPendingChangeRoute,
      answer(root, mia, await waiting(kim, mia, { role: 'partner' }), 'confirm'),
    );
  });

  it('two clicks at once, on Confirm or on Confirm and Refuse, have one winner', async () => {
    const { api, root } = company;
    const ann = await company.addPerson('team_member');
    for (const other of ['confirm', 'refuse'] as const) {
      const change = await waiting(root, ann, { role: 'super_admin' });
      const send = (how: PendingAnswer) => {
        const { as, json } = answer(kim, ann, change, how);
        return api.send('PUT', `/api/admin/users/${ann.user.id}/pending-change`, { as, json });
      };
      const replies = await Promise.all([send('confirm'), send(other)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      if ((await roleOf(company, ann))?.role !== 'super_admin') continue;
      await api.call(
        answerPendingChangeRoute,
        answer(root, ann, await waiting(kim, ann, { role: 'team_member' }), 'confirm'),
      );
    }
  });

  it('an invite of a super admin can be used once another one has confirmed it', async () => {
    const { api, root } = company;
    const json = { email: 'lee@example.org', role: 'super_admin' };
    const invite = async () => {
      const made = await api.send('POST', '/api/auth/invites', { as: root, json });
      expect([made.status, made.body]).toMatchObject([202, { confirmation: { status: 'waiting' } }]);
      const { token } = Object(made.body) as { token: string };
      const listed = (await api.call(listInvitesRoute, { as: kim })).find((each) => each.token === token);
      return { token, params: { id: listed?.id ?? '' } };
    };
    const register = (token: string) =>
      api.send('POST', '/api/auth/register', {
        json: { email: json.email, password: PASSWORD, first_name: 'Lee', last_name: 'Lo', invite_token: token },
      });
    const refused = await invite();
    await api.call(answerInviteRoute, { as: kim, params: refused.params, json: { answer: 'refuse' } });
    expect(await register(refused.token)).toMatchObject({ status: 400, body: { code: 'INVALID_INVITE' } });
    const { token, params } = await invite();
    const message = 'This invite waits until another super admin confirms it. Please try again later.';
    expect(await register(token)).toMatchObject({ status: 400, body: { code: 'INVALID_INVITE', message } });
    const path = `/api/admin/invites/${params.id}/confirmation`;
    expect(await api.expectError('PUT', path, { as: root, json: { answer: 'confirm' } })).toMatchObject({
      status: 403,
    });
    const answers = await Promise.all(
      (['confirm', 'confirm'] as const).map((answer) => api.send('PUT', path, { as: kim, json: { answer } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await register(token)).toMatchObject({ status: 201, body: { user: { role: 'super_admin' } } });
  });

  it('claims are decided and changes of others made as without it', async () => {
    const expense = await company.expense('approved');
    expect(expense.status).toBe('approved');
    const changed = await setRole(company, company.root, company.paul, { role: 'team_member' });
    expect(changed).toMatchObject({ status: 200, body: { message: 'User updated' } });
  });
});

describe('with FOUR_EYES off', () => {
  let company: Company;
  beforeAll(async () => (company = await startCompany()));
  afterAll(() => company.close());

  it('a super admin acts alone, and the person concerned is told at the next sign-in', async () => {
    const { api, root } = company;
    const kim = await company.addPerson('super_admin');
    expect(await api.call(profileRoute, { as: kim })).not.toHaveProperty('notices');
    await setRole(company, root, kim, { status: 'inactive' });
    await setRole(company, root, kim, { status: 'active', role: 'partner' });
    const { token } = await api.call(loginRoute, { json: { email: kim.user.email, password: PASSWORD } });
    const { notices = [] } = await api.call(profileRoute, { as: { token } });
    expect(notices.map(({ kind, role, by_email }) => [kind, role, by_email])).toEqual([
      ['deactivated', null, root.user.email],
      ['role_changed', 'partner', root.user.email],
    ]);
    await api.call(dismissNoticesRoute, { as: { token }, json: { up_to: notices.at(-1)?.id } });
    expect(await api.call(profileRoute, { as: { token } })).not.toHaveProperty('notices');
  });
});
