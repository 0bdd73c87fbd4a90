import { sessionToken } from '../testing/session-token.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const seconds = (iso: string) => Date.parse(iso) / 1000;
const foreign = ['none', 'HS512', 'RS256'];

describe('a session token', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());
  const withToken = (authorization: string) => gateway.call('/api/auth/me', { headers: { authorization } });

  it('returns the profile from the auth service, regardless of the role in the token', async () => {
    const response = await withToken(`Bearer ${sessionToken('member', { payload: { role: 'super_admin' } })}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      id: 'member',
      first_name: 'Ada',
      last_name: 'member',
      email: 'member@example.com',
      role: 'team_member',
      status: 'active',
      reimbursement_currency: 'EUR',
    });
  });

  it('that claims a higher role than its user has is rejected by an admin route', async () => {
    const token = sessionToken('member', { payload: { role: 'super_admin' } });
    const response = await gateway.call('/api/admin/users', { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(403);
  });

  it.each([
    ['signed with another key', sessionToken('member', { secret: 'not the key' })],
    ['without an expiry', sessionToken('member', { payload: { exp: undefined } })],
    ['that expires this second', sessionToken('member', { payload: { exp: seconds('2026-03-01T10:00:00Z') } })],
    ['made for another use', sessionToken('member', { payload: { use: 'signed-url' } })],
    ['without a use', sessionToken('member', { payload: { use: undefined } })],
    ['from before the password changed', sessionToken('member', { payload: { ver: 0 } })],
    ['that is malformed', 'abc.def.ghi'],
    ['with one character changed', sessionToken('member').replace(/.$/, (c) => (c === 'A' ? 'B' : 'A'))],
    ...foreign.map((alg) => [`with algorithm ${alg}`, sessionToken('member', { header: { alg } })]),
    ['with algorithm none and no signature', sessionToken('member', { header: { alg: 'none' } }).replace(/[^.]*$/, '')],
  ])('%s is rejected', async (_, token) => {
    const response = await withToken(`Bearer ${token}`);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.json()).toEqual({
      code: 'UNAUTHENTICATED',
      message: expect.stringMatching(/Please log in/),
    });
  });

  it('is accepted until one second before it expires', async () => {
    const token = sessionToken('member', { payload: { exp: seconds('2026-03-01T10:00:01Z') } });
    expect((await withToken(`Bearer ${token}`)).status).toBe(200);
  });

  it.each(['Basic bWU6bWU=', 'Bearer', ''])('is missing from the header %j', async (authorization) => {
    expect((await withToken(authorization)).status).toBe(401);
  });

  it('is read from the header only', async () => {
    expect((await gateway.call(`/api/auth/me?token=${sessionToken('member')}`)).status).toBe(401);
  });
});

describe('a token of before or after a change of the key', () => {
  it.each(['the key', 'the other key'])('is accepted if it is signed with %s', async (secret) => {
    const gateway = await startTestGateway({ jwtSecret: 'the key', acceptedJwtSecret: 'the other key' });
    const authorization = `Bearer ${sessionToken('member', { secret })}`;
    expect((await gateway.call('/api/auth/me', { headers: { authorization } })).status).toBe(200);
    await gateway.close();
  });
});

describe('two gateways in one process', () => {
  it('keep their keys apart', async () => {
    const first = await startTestGateway();
    const second = await startTestGateway({ jwtSecret: 'another key' });
    try {
      expect((await first.call('/api/auth/me', { as: 'member' })).status).toBe(200);
      expect((await second.call('/api/auth/me', { as: 'member' })).status).toBe(401);
    } finally {
      await first.close();
      await second.close();
    }
  });
});
