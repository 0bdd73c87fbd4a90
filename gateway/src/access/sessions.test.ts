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

  it('that is genuine shows the profile as the auth service has it, whatever the token says of the role', async () => {
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

  it('claiming a role its user does not have opens no admin route', async () => {
    const token = sessionToken('member', { payload: { role: 'super_admin' } });
    const response = await gateway.call('/api/admin/users', { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(403);
  });

  it.each([
    ['signed with another key', sessionToken('member', { secret: 'not the key' })],
    ['without an expiry', sessionToken('member', { payload: { exp: undefined } })],
    [
      'that has expired this very second',
      sessionToken('member', { payload: { exp: seconds('2026-03-01T10:00:00Z') } }),
    ],
    ['made for another use', sessionToken('member', { payload: { use: 'signed-url' } })],
    ['that does not say its use', sessionToken('member', { payload: { use: undefined } })],
    ['from before the password changed', sessionToken('member', { payload: { ver: 0 } })],
    ['that is no token', 'abc.def.ghi'],
    ['with one letter changed', sessionToken('member').replace(/.$/, (c) => (c === 'A' ? 'B' : 'A'))],
    ...foreign.map((alg) => [`of algorithm ${alg}`, sessionToken('member', { header: { alg } })]),
    [
      'of no algorithm and without a signature',
      sessionToken('member', { header: { alg: 'none' } }).replace(/[^.]*$/, ''),
    ],
  ])('%s is refused', async (_, token) => {
    const response = await withToken(`Bearer ${token}`);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.json()).toEqual({
      code: 'UNAUTHENTICATED',
      message: expect.stringMatching(/Please log in/),
    });
  });

  it('is good until the second before it expires', async () => {
    const token = sessionToken('member', { payload: { exp: seconds('2026-03-01T10:00:01Z') } });
    expect((await withToken(`Bearer ${token}`)).status).toBe(200);
  });

  it.each(['Basic bWU6bWU=', 'Bearer', ''])('is not found in %j', async (authorization) => {
    expect((await withToken(authorization)).status).toBe(401);
  });

  it('is taken from nowhere but the header', async () => {
    expect((await gateway.call(`/api/auth/me?token=${sessionToken('member')}`)).status).toBe(401);
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
