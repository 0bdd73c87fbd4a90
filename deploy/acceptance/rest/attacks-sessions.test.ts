import { createInviteRoute, createResetCodeRoute, createSignedUrlRoute, listUsersRoute } from '@outlay/contracts';
import { sendRaw } from './testing/attack.js';
import { startCompany, type Company } from './testing/company.js';

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const parts = (token: string) => token.split('.') as [header: string, payload: string, signature: string];
const read = (part: string): object => Object(JSON.parse(Buffer.from(part, 'base64url').toString()));

describe('attacks on sessions', () => {
  let company: Company;
  beforeAll(async () => (company = await startCompany()));
  afterAll(() => company.close());

  const outcome = async (token: string, path = '/api/auth/me') =>
    (await sendRaw(company.product.origin, path, { headers: { authorization: `Bearer ${token}` } })).status;

  it('a token with a replaced user or role: 401', async () => {
    const [head, payload, signature] = parts(company.mia.token);
    for (const wish of [{ role: 'super_admin' }, { sub: company.root.user.id }, { exp: 9_999_999_999 }, { ver: 7 }]) {
      expect(await outcome(`${head}.${base64url({ ...read(payload), ...wish })}.${signature}`)).toBe(401);
    }
    const [, rootPayload] = parts(company.root.token);
    expect(await outcome(`${head}.${rootPayload}.${signature}`)).toBe(401);
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

  it('users are listed without hashes or session data', async () => {
    const users = await company.api.call(listUsersRoute, { as: company.root });
    const { body } = await company.api.send('GET', '/api/admin/users', { as: company.root });
    expect(body).toEqual(users);
    expect(JSON.stringify(body)).not.toMatch(/argon|hash|version|token/i);
  });
});
