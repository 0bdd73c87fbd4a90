import { type Route } from '@outlay/contracts';
import { apiRoutes } from '../openapi/api-routes.js';

const routes = apiRoutes().map(({ route }) => route);

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
