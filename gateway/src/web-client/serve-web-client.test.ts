import { tempFolder } from '@outlay/testing';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const page = '<!doctype html><title>Outlay</title>';
const built = 'export {};'.repeat(500);
/** The gateway itself compresses better than this, so that the length tells which was sent. */
const storedWhole = brotliCompressSync(built, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } });

describe('the web client', () => {
  let gateway: TestGateway;
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  beforeAll(async () => {
    folder = await tempFolder('web');
    await mkdir(join(folder.path, 'dist/assets'), { recursive: true });
    await writeFile(join(folder.path, 'secret.txt'), 'secret');
    await writeFile(join(folder.path, 'dist/index.html'), page);
    await writeFile(join(folder.path, 'dist/sw.js'), 'self.x = 1;');
    await writeFile(join(folder.path, 'dist/assets/app-Ab12Cd34.js'), 'export {};'.repeat(500));
    await writeFile(join(folder.path, 'dist/assets/built-Ab12Cd34.js'), built);
    await writeFile(join(folder.path, 'dist/assets/built-Ab12Cd34.js.br'), storedWhole);
    await mkdir(join(folder.path, 'dist/assets/on-demand'));
    await writeFile(join(folder.path, 'dist/assets/on-demand/worker-Ab12Cd34.js'), built);
    gateway = await startTestGateway({ webRoot: join(folder.path, 'dist') });
  });
  afterAll(async () => {
    await gateway.close();
    await folder.remove();
  });
  const browse = (path: string, accept = 'text/html,*/*;q=0.8') => gateway.call(path, { headers: { accept } });

  it.each(['/', '/login', '/my-expenses?status=draft', '/admin/expenses/EXP-1', '/index.html'])(
    'serves the page for a browser at %s and has it revalidated',
    async (path) => {
      const response = await browse(path);
      expect([response.status, await response.text()]).toEqual([200, page]);
      expect(response.headers.get('content-type')).toMatch(/^text\/html/);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(response.headers.get('content-security-policy')).toMatch(/script-src 'self'/);
    },
  );

  it('has hashed files cached for good, compressed', async () => {
    const response = await gateway.call('/assets/app-Ab12Cd34.js', { headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toMatch(/javascript/);
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.text()).toBe('export {};'.repeat(500));
  });

  it('lets workers compile WebAssembly, and nothing else', async () => {
    const worker = await gateway.call('/assets/on-demand/worker-Ab12Cd34.js');
    expect(worker.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    );
    expect(worker.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const path of ['/', '/assets/built-Ab12Cd34.js', '/sw.js']) {
      expect((await browse(path)).headers.get('content-security-policy')).toMatch(/script-src 'self';/);
    }
  });

  it('sends what the build compressed as it is, and anything else to a browser that cannot read it', async () => {
    const inBrotli = await gateway.call('/assets/built-Ab12Cd34.js', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(inBrotli.headers.get('content-encoding')).toBe('br');
    expect(inBrotli.headers.get('content-length')).toBe(String(storedWhole.length));
    expect(inBrotli.headers.get('content-type')).toMatch(/javascript/);
    expect(inBrotli.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(inBrotli.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await inBrotli.text()).toBe(built);
    const inGzip = await gateway.call('/assets/built-Ab12Cd34.js', { headers: { 'accept-encoding': 'gzip' } });
    expect(inGzip.headers.get('content-encoding')).toBe('gzip');
    expect(await inGzip.text()).toBe(built);
  });

  it('has files without a hash revalidated, with 304 if unchanged', async () => {
    const response = await gateway.call('/sw.js');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const etag = response.headers.get('etag') ?? '';
    // Otherwise fetch adds `no-cache`, which prevents a 304.
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    expect((await gateway.call('/sw.js', { headers })).status).toBe(304);
  });

  it.each([
    '/api/nothing',
    '/api',
    '/uploads/a/b',
    '/reports/a/b',
    '/..%2fsecret.txt',
    '/%2e%2e%2fsecret.txt',
    '/..%5csecret.txt',
  ])('serves no page at %s, even to a browser', async (path) => {
    const response = await browse(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each(['/assets/app-old.js', '/logo.png', '/assets/..%2f..%2fsecret.txt', '/assets'])(
    'serves no page for the missing file %s',
    async (path) => {
      expect((await browse(path, '*/*')).status).toBe(404);
    },
  );

  it('rejects other methods than GET', async () => {
    expect((await gateway.call('/login', { method: 'POST' })).status).toBe(404);
    expect((await gateway.call('/', { method: 'HEAD' })).status).toBe(200);
  });
});
