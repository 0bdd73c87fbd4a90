import { createHmac } from 'node:crypto';
import { createInviteRoute, createResetCodeRoute, createSignedUrlRoute, listUsersRoute } from '@outlay/contracts';
import { sendRaw } from './testing/attack.js';
import { PASSWORD, startCompany, type Company, type Person } from './testing/company.js';

const HOUR = 3_600_000;
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const parts = (token: string) => token.split('.') as [header: string, payload: string, signature: string];
const read = (part: string): object => Object(JSON.parse(Buffer.from(part, 'base64url').toString()));
const signed = (head: string, payload: string, key: string, hash = 'sha256') =>
  `${head}.${payload}.${createHmac(hash, key).update(`${head}.${payload}`).digest('base64url')}`;

describe('attacks on sessions', () => {
  let company: Company;
  beforeAll(async () => (company = await startCompany()));
  afterAll(() => company.close());

  const outcome = async (token: string, path = '/api/auth/me') =>
    (await sendRaw(company.product.origin, path, { headers: { authorization: `Bearer ${token}` } })).status;
  const change = (person: Person, json: object) =>
    company.api.send('PUT', `/api/admin/users/${person.user.id}/role`, { as: company.root, json });

  it.each(['none', 'None', 'NONE', '', 'HS384', 'HS512', 'RS256', 'ES256'])(
    'a token whose alg is %j: 401',
    async (alg) => {
      const [head, payload, signature] = parts(company.root.token);
      const other = base64url({ ...read(head), alg });
      for (const end of ['', signature]) expect(await outcome(`${other}.${payload}.${end}`)).toBe(401);
      expect(await outcome(company.root.token)).toBe(200);
    },
  );

  it('a token signed with another key, or unsigned: 401', async () => {
    const [head, payload] = parts(company.root.token);
    for (const key of ['', 'secret', 'outlay', company.root.user.id]) {
      expect(await outcome(signed(head, payload, key))).toBe(401);
      expect(await outcome(signed(base64url({ alg: 'HS512', typ: 'JWT' }), payload, key, 'sha512'))).toBe(401);
    }
  });

  it('a token with a replaced user or role: 401', async () => {
    const [head, payload, signature] = parts(company.mia.token);
    for (const wish of [{ role: 'super_admin' }, { sub: company.root.user.id }, { exp: 9_999_999_999 }, { ver: 7 }]) {
      expect(await outcome(`${head}.${base64url({ ...read(payload), ...wish })}.${signature}`)).toBe(401);
    }
    const [, rootPayload] = parts(company.root.token);
    expect(await outcome(`${head}.${rootPayload}.${signature}`)).toBe(401);
  });

  it('a token eight hours old: 401', async () => {
    const gus = await company.addPerson('team_member');
    company.clock.forward(8 * HOUR - 60_000);
    expect(await outcome(gus.token)).toBe(200);
    company.clock.forward(60_000);
    expect(await outcome(gus.token)).toBe(401);
    for (const person of [company.root, company.mia, company.paul]) await company.login(person);
  });

  it('an invite, a reset code or a signed URL’s signature as a Bearer token: 401', async () => {
    const { api, root, mia } = company;
    const invite = await api.call(createInviteRoute, {
      as: root,
      json: { email: 'x@example.org', role: 'super_admin' },
    });
    const { reset_code } = await api.call(createResetCodeRoute, { as: root, params: { id: mia.user.id } });
    const { receipt } = await company.expense('draft');
    const { url } = await api.call(createSignedUrlRoute, { as: mia, json: { path: `/uploads/${receipt}` } });
    const signature = new URL(url, company.product.origin).searchParams.get('signature') ?? '';
    expect(signature.length).toBeGreaterThan(40);
    for (const token of [invite.token, reset_code, signature, encodeURIComponent(signature), mia.user.id, 'null', '']) {
      expect(await outcome(token)).toBe(401);
      expect(await outcome(token, '/api/expenses')).toBe(401);
    }
    const stolen = `/uploads/${receipt}?signature=${mia.token}`;
    expect((await sendRaw(company.product.origin, stolen)).status).toBe(401);
  });

  it('a deactivated user’s token: 401 on the next call, and still after reactivation', async () => {
    const gus = await company.addPerson('partner');
    expect(await outcome(gus.token)).toBe(200);
    await change(gus, { status: 'inactive' });
    expect(await outcome(gus.token)).toBe(401);
    const json = { email: gus.user.email, password: PASSWORD };
    expect(await company.api.expectError('POST', '/api/auth/login', { json })).toMatchObject({ status: 401 });
    await change(gus, { status: 'active' });
    expect(await outcome(gus.token)).toBe(401);
  });

  it('tokens from before a password change: 401, except the returned one', async () => {
    const gus = await company.addPerson('team_member');
    const stolen = gus.token;
    await company.login(gus);
    const json = { currentPassword: PASSWORD, newPassword: 'another-1' };
    const { body } = await company.api.send('PUT', '/api/auth/password', { as: gus, json });
    for (const old of [stolen, gus.token]) expect(await outcome(old)).toBe(401);
    expect(await outcome(String(Object(body).token))).toBe(200);
  });

  it('tokens from before a password reset: 401', async () => {
    const gus = await company.addPerson('team_member');
    const params = { id: gus.user.id };
    const { reset_code: code } = await company.api.call(createResetCodeRoute, { as: company.root, params });
    expect(await outcome(gus.token)).toBe(200);
    const json = { email: gus.user.email, code, newPassword: 'Another-Horse-8' };
    expect((await company.api.send('POST', '/api/auth/reset-password-with-code', { json })).status).toBe(200);
    expect(await outcome(gus.token)).toBe(401);
  });

  it('users are listed without hashes or session data', async () => {
    const users = await company.api.call(listUsersRoute, { as: company.root });
    const { body } = await company.api.send('GET', '/api/admin/users', { as: company.root });
    expect(body).toEqual(users);
    expect(JSON.stringify(body)).not.toMatch(/argon|hash|version|token/i);
  });
});
