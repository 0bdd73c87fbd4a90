import * as contracts from '@outlay/contracts';
import {
  listAllExpensesRoute,
  listOwnExpensesRoute,
  AUDIT_SCOPE,
  createAuditTokenRoute,
  PERMISSIONS,
  routePath,
  type FeedLine,
  type Permission,
  type PermissionKey,
  type ReportJson,
  type Route,
  type RouteReply,
} from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import type { RequestOptions } from './testing/api.js';
import { startOwnCompany, type Company, type Person } from './testing/company.js';
import { runDone, sampleCalls } from './testing/sample-calls.js';

const CALLERS = [
  'nobody',
  'its owner',
  'another team member',
  'a partner',
  'a super admin',
  'an auditor',
  'a token of the trail',
  'a deactivated user',
  'a demoted super admin',
] as const;
type Caller = (typeof CALLERS)[number];
type Outcome = 'served' | 401 | 403 | 404;

const keys = Object.keys(PERMISSIONS) as PermissionKey[];
const statuses = new Map(
  Object.entries(contracts).flatMap(([name, value]) => {
    if (!name.endsWith('Route') || typeof value !== 'object') return [];
    const { method, path, status } = value as unknown as Route;
    return [[`${method} ${path}`, status ?? 200] as const];
  }),
);

// No change waits without four eyes.
statuses.set('PUT /api/admin/users/{id}/pending-change', 409);
statuses.set('PUT /api/admin/invites/{id}/confirmation', 409);

function expected(key: PermissionKey, caller: Caller): Outcome {
  const { access, reach, scope }: Permission = PERMISSIONS[key];
  if (access === 'public') return 'served';
  if (caller === 'nobody' || caller === 'a deactivated user') return 401;
  if (caller === 'a token of the trail') return scope === AUDIT_SCOPE ? 'served' : 403;
  const isReader = caller === 'a super admin' || caller === 'an auditor';
  if (access === 'super_admin') return caller === 'a super admin' ? 'served' : 403;
  if (access === 'reader') return isReader ? 'served' : 403;
  if (access === 'claimant' && caller === 'an auditor') return 403;
  const isOnesOwn = caller === 'its owner' || !(key.includes('{') || key === 'POST /api/signed-urls');
  const seesAll = reach === 'own_or_reader' && isReader;
  return isOnesOwn || seesAll ? 'served' : 404;
}

describe('roles and permissions (R-2.9)', () => {
  let company: Company;
  let report: ReportJson;
  let people: Record<Caller, Pick<Person, 'token'> | undefined>;
  let auditor: Person;
  let token: RouteReply<typeof createAuditTokenRoute>;

  beforeAll(async () => {
    company = await startOwnCompany();
    const [max, dora, sam] = [
      await company.addPerson('team_member'),
      await company.addPerson('super_admin'),
      await company.addPerson('super_admin'),
    ];
    await change(dora, { status: 'inactive' });
    await change(sam, { role: 'team_member' });
    report = await company.report(company.mia);
    auditor = await company.addPerson('auditor');
    token = await company.api.call(createAuditTokenRoute, { as: company.root, json: { name: 'Ledger export' } });
    people = {
      nobody: undefined,
      'its owner': company.mia,
      'another team member': max,
      'a partner': company.paul,
      'a super admin': company.root,
      'an auditor': auditor,
      'a token of the trail': token,
      'a deactivated user': dora,
      'a demoted super admin': sam,
    };
  });
  afterAll(() => company.close());

  const change = ({ user }: Person, json: object) =>
    company.api.send('PUT', `/api/admin/users/${user.id}/role`, { as: company.root, json });
  // The body, because the ETag may change once more after a write is visible (ListVersionsStore); as text, since it is long.
  const everything = async () => {
    const headers = { authorization: `Bearer ${company.root.token}` };
    const response = await fetch(new URL(listAllExpensesRoute.path, company.api.origin), { headers });
    expect(response.status).toBe(200);
    return response.text();
  };

  it('every documented call has a sample here, and every sample is a documented call', () => {
    expect(Object.keys(sampleCalls).sort()).toEqual([...keys].sort());
    for (const key of statuses.keys()) expect(keys).toContain(key);
  });

  const refusals = new Map(
    keys.map((key) => [key, CALLERS.filter((caller) => expected(key, caller) !== 'served')] as const),
  );
  const ask = async (key: PermissionKey) => {
    const { params, ...options } = await sampleCalls[key]({ company, owner: company.mia, report });
    const [method = '', path = ''] = key.split(' ');
    const url = routePath({ path: path as Route['path'] }, params);
    return (as: { readonly token: string } | undefined) => company.api.send(method, url, { as, ...options });
  };

  // A refused call changes nothing, so that all who are refused ask for the same.
  it.each([...refusals].filter(([, callers]) => callers.length > 0))('%s is refused to %j', async (key, callers) => {
    const asking = await ask(key);
    const before = await everything();
    for (const caller of callers) {
      const status = expected(key, caller);
      const code = { served: undefined, 401: 'UNAUTHENTICATED', 403: 'FORBIDDEN', 404: 'NOT_FOUND' }[status];
      const response = await asking(people[caller]);
      expect({ caller, ...response }).toMatchObject({ caller, status, body: { code, message: expect.any(String) } });
      // The router's own 404 would look like a missing resource.
      expect(response.body).not.toMatchObject({ message: 'There is nothing at this address.' });
      expect(await everything()).toBe(before);
    }
  });

  const served = keys.flatMap((key) =>
    CALLERS.filter((caller) => expected(key, caller) === 'served').map((caller) => ({ key, caller })),
  );
  it.each(served)('$key is served to $caller', async ({ key, caller }) => {
    const asking = await ask(key);
    const as = people[caller];
    const changesNothing = caller === 'an auditor' || caller === 'a token of the trail';
    const before = changesNothing ? await everything() : '';
    const response = await asking(as);
    expect(response.status).toBe(statuses.get(key) ?? 200);
    if (as && key === 'PUT /api/auth/password') as.token = String(Object(response.body).token);
    if (key === 'POST /api/admin/payment-runs') await runDone(company, String(Object(response.body).id));
    if (changesNothing) expect(await everything()).toBe(before);
  });

  it('after all that, an auditor and a token have written that they read, and nothing else', async () => {
    const typesOf = async (id: string) => {
      const { bytes } = await company.api.send('GET', '/api/audit/events', {
        as: company.root,
        query: { limit: '10000' },
      });
      const lines = bytes.toString().split('\n').slice(0, -1);
      const events = lines.map((line) => JSON.parse(line) as FeedLine).filter(({ actor }) => actor?.id === id);
      return new Set(events.map(({ stream, type }) => `${stream.split('-')[0]} ${type}`));
    };
    await eventually(async () => (await typesOf(token.id)).size === 3);
    expect(await typesOf(token.id)).toEqual(
      new Set(['access TokenUsed', 'access TrailExported', 'access ReceiptOpened']),
    );
    const own = ['account AccountRegistered', 'account PasswordChanged', 'access SignedIn'];
    const read = ['access ExpensesExported', 'access ReceiptOpened', 'access ReportOpened', 'access TrailExported'];
    const types = await typesOf(auditor.user.id);
    // The event is missing if somebody else's verification was under way.
    types.delete('access TrailVerified');
    expect(types).toEqual(new Set([...own, ...read]));
  });

  it('the own list has own expenses only, also for a super admin; the admin list has all', async () => {
    const mine = await company.claim();
    const pauls = await company.claim({}, { as: company.paul });
    for (const person of [company.mia, company.paul, company.root]) {
      const own = await company.api.call(listOwnExpensesRoute, { as: person });
      expect(own.filter(({ user_id }) => user_id !== person.user.id)).toEqual([]);
    }
    const all = await company.api.call(listAllExpensesRoute, { as: company.root });
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([mine.id, pauls.id]));
  });

  it('a new role applies to the next call with the old token', async () => {
    const rita = await company.addPerson('team_member');
    const users = () => company.api.send('GET', '/api/admin/users', { as: rita });
    expect((await users()).status).toBe(403);
    await change(rita, { role: 'super_admin' });
    expect((await users()).status).toBe(200);
    await change(rita, { role: 'partner' });
    expect((await users()).status).toBe(403);
  });

  it('partners and super admins declare and override, by legacy and current role names (R-2.3)', async () => {
    const able = async (person: Person) => {
      const over = { no_receipt: 'true', override_exchange_rate: '1.02', override_reason: 'Bank' };
      return (await company.api.send('POST', '/api/expenses', { as: person, form: company.form(over, null) })).status;
    };
    const guest = await company.addPerson('team_member');
    const outcomes: Record<string, number> = {};
    for (const role of ['user', 'admin', 'team_member', 'partner', 'super_admin']) {
      await change(guest, { role });
      outcomes[role] = await able(guest);
    }
    expect(outcomes).toEqual({ user: 403, admin: 201, team_member: 403, partner: 201, super_admin: 201 });
  });

  it('a token is accepted as a Bearer header and nowhere else (R-12.1)', async () => {
    const { token } = company.mia;
    const ways: RequestOptions[] = [
      { query: { token } },
      { query: { access_token: token } },
      { headers: { authorization: token } },
      { headers: { authorization: `Basic ${token}` } },
      { headers: { cookie: `token=${token}; session=${token}` } },
      { headers: { 'x-access-token': token } },
    ];
    for (const way of ways) expect((await company.api.send('GET', '/api/auth/me', way)).status).toBe(401);
    expect((await company.api.send('GET', '/api/auth/me', { as: company.mia })).status).toBe(200);
  });
});
