import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

describe('the API documentation page', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  it('loads only scripts from its own origin, as the security policy requires', async () => {
    const response = await gateway.call('/api/docs');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toMatch(/script-src 'self';/);
    const page = await response.text();
    const scripts = [...page.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, attributes = '', inline] of scripts) {
      expect(inline).toBe('');
      expect(attributes).toMatch(/ src="\/api\/docs\//);
    }
    expect(page).not.toMatch(/ on\w+=|javascript:/i);
  });

  it('serves every file it refers to with the right content type', async () => {
    const page = await (await gateway.call('/api/docs')).text();
    const references = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
    expect(references).toHaveLength(4);
    for (const path of references) {
      const response = await gateway.call(path);
      expect([path, response.status]).toEqual([path, 200]);
      const type = path.endsWith('.js') ? /javascript/ : path.endsWith('.css') ? /text\/css/ : /image\/png/;
      expect(response.headers.get('content-type')).toMatch(type);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
  });

  it.each(['/api/docs/', '/api/docs/index.html', '/api/docs/..%2fpackage.json', '/api/docs/nothing.js'])(
    'serves no other file: %s is a 404 in JSON',
    async (path) => {
      const response = await gateway.call(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
      expect(response.headers.get('cache-control')).toBe('no-store');
    },
  );
});
