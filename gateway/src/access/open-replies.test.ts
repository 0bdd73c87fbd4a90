import { routePath } from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import { PassThrough, type Readable } from 'node:stream';
import { apiRoutes } from '../openapi/api-routes.js';
import { TestAudit } from '../testing/test-audit.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';
import { report, reportBytes, reportFile } from '../testing/test-reports.js';
import { TestUsers } from '../testing/test-users.js';
import { OPEN_REPLIES_PER_PERSON } from './open-replies.js';

/** Public routes are left out, since nobody can be denied those. */
const routes = apiRoutes().filter(({ route }) => route.method === 'GET' && route.access !== 'public');

/** Every body that is a stream begins and then goes on for ever, so that every such reply is a long one. */
function endlessBodies(gateway: Parameters<NonNullable<Parameters<typeof startTestGateway>[1]>>[0], seen: string[]) {
  gateway
    .getHttpAdapter()
    .getInstance()
    .addHook('onSend', (request, reply, payload: unknown, done) => {
      if (typeof (payload as Partial<Readable> | null)?.pipe !== 'function') return done(null, payload);
      seen.push(String(request.routeOptions.url));
      const endless = new PassThrough();
      endless.write('…');
      reply.removeHeader('content-length');
      done(null, endless);
    });
}

const hasEnded = ({ body }: Response) =>
  (body as ReadableStream<Uint8Array>).pipeTo(new WritableStream()).then(
    () => true,
    () => true,
  );

describe('a reply that goes on', () => {
  let gateway: TestGateway;
  let now: number;
  const streamed: string[] = [];
  beforeEach(async () => {
    TestAudit.events = 7;
    now = Date.parse('2026-03-01T10:00:00Z');
    gateway = await startTestGateway({ clock: { now: () => new Date(now) } }, (app) => endlessBodies(app, streamed));
    await gateway.blobs.put(reportFile.blobKey, reportBytes, { contentType: 'application/octet-stream' });
  });
  afterEach(async () => {
    TestUsers.loggedOut.clear();
    TestUsers.roles.clear();
    TestUsers.isTokenRevoked = false;
    await gateway.close();
  });

  const params = { id: 'member', filename: report.filename, revision: '1', path: '0/000' };
  const openAll = async (as: string) => {
    streamed.length = 0;
    const replies: Response[] = [];
    for (const { name, route } of routes) {
      const query = name === 'proofPack' ? '?payment=payment-1' : '';
      const before = streamed.length;
      const reply = await gateway.call(`${routePath(route, params)}${query}`, {
        as,
        headers: {
          accept: route.replyType === 'events' ? 'text/event-stream' : '*/*',
          // A compressor would wait for more of the body.
          'accept-encoding': 'identity',
        },
      });
      if (streamed.length > before) replies.push(reply);
      else await reply.body?.cancel();
    }
    return replies;
  };

  it('is every one that is declared as events, and others', async () => {
    const replies = await openAll('admin');
    const events = routes.filter(({ route }) => route.replyType === 'events').map(({ route }) => route.path);
    expect(streamed).toEqual(expect.arrayContaining(events));
    expect(streamed.length).toBeGreaterThan(events.length);
    for (const { body } of replies) await body?.cancel();
  });

  it.each([
    ['logged out everywhere', () => void TestUsers.loggedOut.add('admin')],
    ['whose session has expired', () => void (now += 8 * 3_600_000)],
  ])('ends, whatever it is, for a person %s', async (_, leave) => {
    const ended = (await openAll('admin')).map(hasEnded);
    leave();
    expect(await Promise.all(ended)).toEqual(streamed.map(() => true));
  });

  it('ends for a person who was demoted, where the new role is not admitted', async () => {
    const all = await gateway.call('/api/admin/expenses/changes', { as: 'admin' });
    const own = await gateway.call('/api/expenses/changes', { as: 'admin' });
    let ownHasEnded = false;
    void hasEnded(own).then(() => (ownHasEnded = true));
    TestUsers.roles.set('admin', 'team_member');
    expect(await hasEnded(all)).toBe(true);
    expect(ownHasEnded).toBe(false);
    TestUsers.loggedOut.add('admin');
    await eventually(() => ownHasEnded);
  });

  it('ends for a token that was revoked', async () => {
    const ended = hasEnded(await gateway.call('/api/audit/events', { as: 'token' }));
    TestUsers.isTokenRevoked = true;
    expect(await ended).toBe(true);
  });

  it('goes on for others, and while the sessions cannot be checked for less than ten seconds', async () => {
    const other = await gateway.call('/api/expenses/changes', { as: 'partner' });
    let otherHasEnded = false;
    void hasEnded(other).then(() => (otherHasEnded = true));
    const failed = TestUsers.checks;
    TestUsers.isDown = true;
    now += 9_000;
    await eventually(() => TestUsers.checks > failed);
    expect(otherHasEnded).toBe(false);
    now += 1_000;
    await eventually(() => otherHasEnded);
    TestUsers.isDown = false;
  });

  it('of which one person has a limited number; more are 429, and others have theirs', async () => {
    const paths = ['/api/expenses/changes', '/api/audit/events?after=6&wait=30', `/reports/${report.filename}`];
    const replies: Promise<Response>[] = [];
    const first = await gateway.call('/api/expenses/changes', { as: 'admin' });
    for (let opened = 1; opened < OPEN_REPLIES_PER_PERSON; opened += 1) {
      replies.push(gateway.call('/api/expenses/changes', { as: 'admin' }));
    }
    const opened = await Promise.all(replies);
    expect(opened.map(({ status }) => status)).toEqual(opened.map(() => 200));
    for (const path of paths) {
      const refused = await gateway.call(path, { as: 'admin' });
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('5');
      expect(refused.headers.get('cache-control')).toBe('no-store');
      expect(refused.headers.get('etag')).toBeNull();
      expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: expect.any(String) });
    }
    expect((await gateway.call('/api/auth/me', { as: 'admin' })).status).toBe(200);
    const others = await gateway.call('/api/expenses/changes', { as: 'partner' });
    expect(others.status).toBe(200);
    await others.body?.cancel();
    await first.body?.cancel();
    await eventually(async () => {
      const again = await gateway.call('/api/expenses/changes', { as: 'admin' });
      if (again.status === 200) opened.push(again);
      return again.status === 200;
    });
    for (const { body } of opened) await body?.cancel();
  });
});
