import { eventually } from '@outlay/testing';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';
import { TestAudit } from '../testing/test-audit.js';
import { AUDIT_TOKEN, TestUsers } from '../testing/test-users.js';

describe('a token of the trail', () => {
  let gateway: TestGateway;
  let now = Date.parse('2026-03-01T10:00:00Z');
  beforeAll(async () => {
    gateway = await startTestGateway({ clock: { now: () => new Date(now) } });
  });
  beforeEach(() => {
    TestUsers.isTokenRevoked = false;
    TestAudit.events = 1;
  });
  afterAll(async () => {
    TestUsers.isTokenRevoked = false;
    await gateway.close();
  });
  const withHeader = (authorization: string, path = '/api/audit/key') =>
    gateway.call(path, { headers: { authorization } });

  it.each(['Bearer', 'bearer', 'BEARER '])('is read from the header, with the scheme %j', async (scheme) => {
    expect((await withHeader(`${scheme} ${AUDIT_TOKEN}`)).status).toBe(200);
  });

  it.each([
    ['with one character more', `Bearer ${AUDIT_TOKEN}x`],
    ['with its prefix alone', 'Bearer outlay_audit_'],
    ['in capitals', `Bearer ${AUDIT_TOKEN.toUpperCase()}`],
    ['without a scheme', AUDIT_TOKEN],
    ['with another scheme', `Basic ${AUDIT_TOKEN}`],
  ])('%s is rejected', async (_, header) => {
    const response = await withHeader(header);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('is not read from the query', async () => {
    expect((await gateway.call(`/api/audit/key?token=${AUDIT_TOKEN}`)).status).toBe(401);
  });

  it('says on any other call what it may do', async () => {
    const response = await gateway.call('/api/admin/users', { as: 'token' });
    expect([response.status, await response.json()]).toEqual([
      403,
      { code: 'FORBIDDEN', message: 'Access denied. This token may only read the trail (audit:read).' },
    ]);
  });

  it('is rejected on the next call after it was revoked', async () => {
    expect((await gateway.call('/api/audit/events', { as: 'token' })).status).toBe(200);
    TestUsers.isTokenRevoked = true;
    expect((await gateway.call('/api/audit/events', { as: 'token' })).status).toBe(401);
  });

  it('is noted in the trail for a read of the feed', async () => {
    TestUsers.accesses.length = 0;
    await gateway.call('/api/audit/events', { as: 'token' });
    expect(TestUsers.accesses).toEqual([['token-1', { what: 'trail' }]]);
  });

  it('ends the stream of server-sent events at the next look for new ones after it was revoked', async () => {
    const headers = { accept: 'text/event-stream' };
    const response = await gateway.call('/api/audit/events', { as: 'token', headers });
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    TestUsers.isTokenRevoked = true;
    const reads = TestAudit.feedReads;
    now += 1000;
    const readOn = async () => {
      while (!(await reader?.read())?.done);
    };
    // The connection is broken off, which no client takes for the end.
    await expect(readOn()).rejects.toThrow('terminated');
    // One may have been checked just before.
    expect(TestAudit.feedReads).toBeLessThanOrEqual(reads + 1);
  });

  it('that is revoked while a reply waits for events gets none', async () => {
    TestAudit.events = 0;
    const reads = TestAudit.feedReads;
    const waiting = gateway.call('/api/audit/events?wait=5', { as: 'token' });
    await eventually(() => TestAudit.feedReads > reads);
    TestUsers.isTokenRevoked = true;
    now += 600;
    TestAudit.events = 2;
    expect((await waiting).status).toBe(401);
  });
});
