import { tempFolder } from '@outlay/testing';
import { writeFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';
import { report, reportBytes, reportFile } from '../testing/test-reports.js';

const SECURITY = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'content-security-policy': expect.stringMatching(/^default-src '(self|none)'/),
};
const file = `/reports/${report.filename}`;

describe('security headers', () => {
  let gateway: TestGateway;
  let web: Awaited<ReturnType<typeof tempFolder>>;
  beforeAll(async () => {
    web = await tempFolder('web');
    await writeFile(join(web.path, 'index.html'), '<!doctype html><title>Outlay</title>');
    await writeFile(join(web.path, 'sw.js'), 'self.x = 1;');
    gateway = await startTestGateway({ webRoot: web.path });
    await gateway.blobs.put(reportFile.blobKey, reportBytes, { contentType: 'x/y' });
  });
  afterAll(async () => {
    await gateway.close();
    await web.remove();
  });

  const known = { 'if-none-match': `"${reportFile.sha256}"` };
  const html = { accept: 'text/html' };
  const login = { method: 'POST', json: { email: 'a@b.co', password: 'wrong' } };
  it.each<[number, string, Parameters<TestGateway['call']>[1]]>([
    [200, '/api/health/live', {}],
    [200, '/api/expenses', { as: 'member' }],
    [200, '/api/expenses', { as: 'member', method: 'HEAD' }],
    [204, '/api/expenses', { method: 'OPTIONS' }],
    [200, file, { as: 'member' }],
    [206, file, { as: 'member', headers: { range: 'bytes=0-1' } }],
    [304, file, { as: 'member', headers: known }],
    [400, '/api/auth/login', { method: 'POST', body: '{' }],
    [400, '/api/health/live?a[b]=c', {}],
    [400, '/uploads/%zz', {}],
    [404, `/uploads/${'x'.repeat(300)}`, {}],
    [401, '/api/expenses', {}],
    [401, '/api/auth/login', login],
    [403, '/api/admin/users', { as: 'member' }],
    [404, '/nothing', {}],
    [404, '/api/nothing', { as: 'member' }],
    [404, '/uploads/nothing', { as: 'member' }],
    [404, '/nothing', { method: 'OPTIONS' }],
    [409, '/reports/pending.xlsx', { as: 'member' }],
    [413, '/api/auth/login', { method: 'POST', json: 'x'.repeat(1_048_577) }],
    [416, file, { as: 'member', headers: { range: 'bytes=99-' } }],
    [200, '/login', { headers: html }],
    [200, '/sw.js', {}],
    [500, '/api/admin/users/explodes/role', { as: 'admin', method: 'PUT', json: {} }],
  ])('are sent with the %d of %s %j', async (status, path, init) => {
    const response = await gateway.call(path, init);
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject(SECURITY);
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(response.headers.get('server')).toBeNull();
    await response.arrayBuffer();
  });

  it('are sent with the 304 of a client file', async () => {
    const etag = (await gateway.call('/sw.js')).headers.get('etag') ?? '';
    const headers = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
      const asking = request(`${gateway.url}/sw.js`, { headers: { 'if-none-match': etag } }, (response) => {
        expect(response.statusCode).toBe(304);
        resolve(response.resume().headers);
      });
      asking.on('error', reject).end();
    });
    expect(headers).toMatchObject(SECURITY);
  });

  it.each([
    [400, 'GET / HTTP/1.1\r\n\u0000\r\n\r\n'],
    [400, 'NONSENSE / HTTP/1.1\r\nHost: a\r\n\r\n'],
    [400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    [400, 'GET / HTTP/9.9\r\nHost: a\r\n\r\n'],
    [400, 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n'],
    [400, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    [400, `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\na\r\n`],
    [417, 'GET /api/health/live HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n'],
    [417, 'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\nContent-Length: 5\r\n\r\n'],
    [431, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('and a JSON error are sent with the %d that Node would answer by itself: %j', async (status, bytes) => {
    const { hostname, port } = new URL(gateway.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const [statusLine, ...lines] = head.split('\r\n');
    expect(statusLine).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(Object.fromEntries(lines.map((line) => line.split(': ')))).toMatchObject(SECURITY);
    expect(JSON.parse(body)).toEqual({ code: 'INVALID_INPUT', message: 'The request could not be read.' });
  });

  it('forbid caching of API replies and scripts of other origins', async () => {
    const { headers } = await gateway.call('/api/expenses', { as: 'member' });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'self';.*script-src 'self';/);
    expect(headers.get('content-security-policy')).toMatch(/frame-src 'self' blob: data:/);
  });

  it('do not prevent the compression of a large reply', async () => {
    const { headers } = await gateway.call('/api/expenses', { as: 'member', headers: { 'accept-encoding': 'br' } });
    expect(headers.get('content-encoding')).toBe('br');
    expect(headers.get('vary')).toMatch(/accept-encoding/i);
  });
});
