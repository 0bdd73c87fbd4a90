import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

describe('OPTIONS', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  it.each([
    ['/api/expenses', 'GET, HEAD, OPTIONS, POST'],
    ['/api/expenses/EXP-1', 'DELETE, OPTIONS, PUT'],
    ['/api/auth/login', 'OPTIONS, POST'],
    ['/uploads/a.png', 'GET, HEAD, OPTIONS'],
  ])('of %s allows %s and nothing else', async (path, methods) => {
    const response = await gateway.call(path, { method: 'OPTIONS' });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect((response.headers.get('allow') ?? '').split(', ').toSorted().join(', ')).toBe(methods);
  });

  it.each(['/nothing', '/api/nothing', '/api/expenses/1/2/3'])('of the unknown path %s is 404', async (path) => {
    const response = await gateway.call(path, { method: 'OPTIONS' });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
  });
});
