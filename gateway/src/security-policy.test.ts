import { startTestGateway, type TestGateway } from './testing/test-gateway.js';

describe('security headers', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  it.each(['/api/health/live', '/api/expenses', '/nothing'])('are on %s', async (path) => {
    const { headers } = await gateway.call(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toMatch(/max-age=31536000/);
    expect(headers.get('content-security-policy')).toMatch(/default-src 'self';.*script-src 'self';/);
    expect(headers.get('content-security-policy')).toMatch(/frame-src 'self' blob: data:/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('let no foreign page read an answer', async () => {
    const foreign = { origin: 'https://evil.example', 'access-control-request-method': 'PUT' };
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await gateway.call('/api/expenses', { method, headers: foreign });
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  it('do not keep a large answer from being compressed', async () => {
    const { headers } = await gateway.call('/api/expenses', { as: 'member', headers: { 'accept-encoding': 'br' } });
    expect(headers.get('content-encoding')).toBe('br');
    expect(headers.get('vary')).toMatch(/accept-encoding/i);
  });
});
