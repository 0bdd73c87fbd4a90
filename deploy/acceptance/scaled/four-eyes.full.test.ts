import {
  answerPendingChangeRoute,
  listUsersRoute,
  loginRoute,
  profileRoute,
  updateUserRoute,
  type PendingAnswer,
  type PendingChangeJson,
  type UserJson,
} from '@outlay/contracts';
import { DEMO_PASSWORD } from '@outlay/seed';
import { describeScaled, expectStatus, findServers, ScaledDriver, send, type Servers } from './testing/index.js';

const RACES = 10;

describeScaled(await findServers(), 'FOUR_EYES on the scaled product, two instances of each part', (start) => {
  let servers: Servers;
  let driver: ScaledDriver;
  let origins: readonly string[];
  let secondToken: string;
  let member: UserJson;
  beforeAll(async () => {
    servers = await start();
    driver = await ScaledDriver.start(servers, { instances: { invites: 2, gateway: 2 }, env: { FOUR_EYES: 'on' } });
    // The instance is added later: each one makes a link for the first super admin at its start, and only the latest is
    // valid.
    await driver.product.add('auth');
    origins = driver.product.of('gateway').map(({ origin }) => origin);
    const { id: firstId } = expectStatus(profileRoute, await driver.asAdmin(profileRoute));
    const { email } = await findUser(({ role, id }) => role === 'super_admin' && id !== firstId);
    const login = { body: { email, password: DEMO_PASSWORD } };
    secondToken = expectStatus(loginRoute, await send(driver.product.origin, loginRoute, login)).token;
    member = await findUser(({ role, status }) => role === 'team_member' && status === 'active');
  });
  afterAll(async () => {
    await driver?.product.close();
    await servers?.close();
  });

  const users = async () => expectStatus(listUsersRoute, await driver.asAdmin(listUsersRoute));
  async function findUser(isWanted: (user: UserJson) => boolean): Promise<UserJson> {
    const found = (await users()).find(isWanted);
    if (!found) throw new Error('No such user');
    return found;
  }
  const memberNow = () => findUser(({ id }) => id === member.id);
  const setRole = (token: string, id: string, role: 'super_admin' | 'team_member') =>
    send(origins[0] ?? '', updateUserRoute, { token, params: { id }, body: { role } });
  const answer = (origin: string, token: string, change: PendingChangeJson, how: PendingAnswer) =>
    send(origin, answerPendingChangeRoute, {
      token,
      params: { id: member.id },
      body: { change_id: change.id, answer: how },
    });

  it('a change waits for the other super admin, and one of two answers at once decides it', async () => {
    const answers: readonly PendingAnswer[] = ['confirm', 'refuse'];
    for (let race = 0; race < RACES; race += 1) {
      const { role } = await memberNow();
      const wanted = role === 'super_admin' ? 'team_member' : 'super_admin';
      const asked = await setRole(driver.adminToken, member.id, wanted);
      expect(asked.status).toBe(202);
      const change = Object(asked.body).user.pending_change as PendingChangeJson;
      expect(await answer(origins[1] ?? '', driver.adminToken, change, 'confirm')).toMatchObject({ status: 403 });
      const replies = await Promise.all(
        origins.map((origin, at) => answer(origin, secondToken, change, answers[(race + at) % 2] ?? 'confirm')),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      const isConfirmed = replies.some(({ status, body }) => status === 200 && Object(body).message === 'Confirmed');
      const after = await memberNow();
      expect(after.role).toBe(isConfirmed ? wanted : role);
      expect(after).not.toHaveProperty('pending_change');
    }
  });

  it('pending changes are kept while every part is replaced', async () => {
    const { role } = await memberNow();
    const wanted = role === 'super_admin' ? 'team_member' : 'super_admin';
    const asked = await setRole(driver.adminToken, member.id, wanted);
    const change = Object(asked.body).user.pending_change as PendingChangeJson;
    for (const name of ['auth', 'invites'] as const) {
      const leaving = driver.product.of(name);
      await driver.product.add(name);
      await Promise.all(leaving.map((part) => part.stop()));
    }
    const confirmed = await answer(origins[1] ?? '', secondToken, change, 'confirm');
    expect([confirmed.status, confirmed.body]).toMatchObject([200, { user: { role: wanted } }]);
  });
});
