import { PERMISSIONS, routePath, type Route } from '@outlay/contracts';
import { apiRoutes } from '../openapi/api-routes.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const routes = apiRoutes().map(({ route }) => route);
const callers = [undefined, 'member', 'partner', 'admin', 'auditor', 'token'] as const;

function expected({ access, scope }: Route, caller: (typeof callers)[number]): 'served' | 401 | 403 {
  if (access === 'public') return 'served';
  if (caller === undefined) return 401;
  if (caller === 'token') return scope === 'audit:read' ? 'served' : 403;
  if (access === 'super_admin') return caller === 'admin' ? 'served' : 403;
  if (access === 'reader') return caller === 'admin' || caller === 'auditor' ? 'served' : 403;
  return access === 'claimant' && caller === 'auditor' ? 403 : 'served';
}

describe('the access of each route', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  it('is tested for every call in the table of permissions', () => {
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(PERMISSIONS).sort());
  });

  const table = routes.flatMap((route) =>
    callers.map((caller) => ({
      route,
      caller,
      outcome: expected(route, caller),
      name: `${route.method} ${route.path} as ${caller ?? 'nobody'}`,
    })),
  );
  it.each(table)('$name is $outcome', async ({ route, caller, outcome }) => {
    const path = routePath(route, { id: 'member', filename: 'no-such-file', revision: '1' });
    const response = await gateway.call(path, { method: route.method, as: caller });
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    if (!isJson) {
      expect([outcome, response.status]).toEqual(['served', 200]);
      // A stream of events would go on for minutes.
      await response.body?.cancel();
      return;
    }
    const body = (await response.json()) as { message: string; code?: string };
    if (outcome === 'served') {
      expect([401, 403]).not.toContain(response.status);
      // The router's own 404 would pass as served; a service's 404 has another message.
      expect(body.message).not.toBe('There is nothing at this address.');
    } else {
      expect(response.status).toBe(outcome);
      expect(body.code).toBe(outcome === 401 ? 'UNAUTHENTICATED' : 'FORBIDDEN');
    }
  });
});

describe('an auditor and a token of the trail', () => {
  const calls = (admits: (route: Route) => boolean) =>
    routes.filter(({ access, method }) => access !== 'public' && method !== 'GET').filter(admits);

  it('have no call that changes anything but their own session, and one that verifies, by the table of permissions', () => {
    const byAuditors = calls(({ access }) => access === 'signed_in' || access === 'reader');
    expect(byAuditors.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/audit/verifications',
      'POST /api/auth/notices/dismiss',
      'PUT /api/auth/password',
      'POST /api/signed-urls',
    ]);
    expect(calls(({ scope }) => scope !== undefined)).toEqual([]);
  });

  it('a token reads the trail only', () => {
    const scoped = routes.filter(({ scope }) => scope !== undefined).map(({ path }) => path);
    const others = scoped.filter((path) => !path.startsWith('/api/audit/'));
    expect(others).toEqual([
      '/api/admin/expenses/{id}/audit',
      '/api/admin/expenses/{id}/decisions/{revision}',
      '/api/admin/expenses/{id}/decisions/{revision}/receipt',
      '/api/expenses/{id}/audit',
      '/api/expenses/{id}/why',
    ]);
  });
});
