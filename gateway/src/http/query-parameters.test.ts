import * as contracts from '@outlay/contracts';
import { routePath, type Route } from '@outlay/contracts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const routes = Object.entries(contracts).flatMap(([name, value]) =>
  name.endsWith('Route') && typeof value === 'object' ? [value as unknown as Route] : [],
);
const NESTED = ['status[$ne]=x', '__proto__[x]=1', '__proto__=1', 'a.b=1', 'constructor[prototype][x]=1'];

describe('a query parameter with an unusual name', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  it.each([
    ...routes.map((route) => [route.method, routePath(route, { id: 'x', filename: 'x', revision: '1' })]),
    ['GET', '/nothing'],
  ])('is rejected at %s %s', async (method, path) => {
    for (const query of NESTED) {
      const response = await gateway.call(`${path}?${query}`, { method, as: 'admin' });
      expect([query, response.status]).toEqual([query, 400]);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(await response.json()).toEqual({
        code: 'INVALID_INPUT',
        message: 'A query parameter has an invalid name.',
      });
    }
  });

  it.each(['status%5B%24ne%5D=x', '%5F_proto__=1', `${'x'.repeat(61)}=1`, '=1', 'a%00=1', 'a+b=1', 'ü=1'])(
    'is rejected as %s',
    async (query) => {
      expect((await gateway.call(`/api/health/live?${query}`)).status).toBe(400);
    },
  );

  it.each(['', 'a=1', 'utm_source=x&fbclid=y', `${'x'.repeat(60)}=1`, 'some-name=%5B%24ne%5D'])(
    'is accepted as %j',
    async (query) => {
      expect((await gateway.call(`/api/health/live?${query}`)).status).toBe(200);
    },
  );

  it('does not pollute prototypes', () => {
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});
