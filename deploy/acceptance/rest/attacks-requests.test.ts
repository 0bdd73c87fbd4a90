import { createSignedUrlRoute, PERMISSIONS } from '@outlay/contracts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import fc from 'fast-check';
import { sendRaw, expectNoChange, type RawResponse } from './testing/attack.js';
import { startOwnCompany, type Company } from './testing/company.js';

const FOREIGN = 'https://evil.example';

describe('attacks with unusual requests', () => {
  let company: Company;
  beforeAll(async () => (company = await startOwnCompany()));
  afterAll(() => company.close());

  it.each([
    '../../x',
    '..%2f..%2fx',
    'http://127.0.0.1',
    'EU',
    'EURO',
    'E R',
    'EUR\u0000',
    '',
    'XTS',
    'HRK',
    'BTC',
    'VEF',
    'XAU',
  ])('a rate from %j: 400', async (from) => {
    const date = company.today();
    for (const query of [
      { from, to: 'EUR', date },
      { from: 'EUR', to: from, date },
    ]) {
      const rejected = await company.api.expectError('GET', '/api/exchange-rate', { query });
      expect(rejected).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    }
  });

  it('a receipt at an internal address: rejected, and no request is sent there', async () => {
    let visits = 0;
    const inside = createServer((_request, response) => {
      visits += 1;
      response.end('%PDF-1.7 secret');
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/latest/meta-data`;
      const { api, mia: as } = company;
      const refuse = (path: string, ask: object) =>
        expectNoChange(company, () => api.expectError('POST', path, { as, ...ask }));
      for (const name of ['receipt', 'uploaded', 'file', 'receipt_url']) {
        const form = company.form({ [name]: url }, null);
        expect(await refuse('/api/expenses', { form })).toMatchObject({ status: 400 });
        const json = { status: 'submitted', date: company.today(), amount: 9.99, currency: 'EUR', [name]: url };
        expect(await refuse('/api/expenses', { json })).toMatchObject({ status: 400 });
      }
      const upload = new FormData();
      upload.append('file', url);
      expect(await refuse('/api/uploads', { form: upload })).toMatchObject({ status: 400 });
      expect(await refuse('/api/signed-urls', { json: { path: url } })).toMatchObject({ status: 400 });
      const proxied = await sendRaw(company.product.origin, url, { as });
      expect([401, 404]).toContain(proxied.status);
      expect(visits).toBe(0);
    } finally {
      inside.close();
    }
  });

  const responses = async (headers: Readonly<Record<string, string>> = {}) => {
    const { product, root, mia, api } = company;
    const { id, receipt } = await company.expense('submitted');
    const { filename } = await company.report();
    const { url } = await api.call(createSignedUrlRoute, { as: mia, json: { path: `/uploads/${receipt}` } });
    const all = new Map<string, RawResponse>();
    const ask = async (method: string, path: string, more: object = {}) =>
      all.set(`${method} ${path}`, await sendRaw(product.origin, path, { method, headers, ...more }));
    for (const call of Object.keys(PERMISSIONS)) {
      const [method = '', path = ''] = call.split(' ');
      const file = path.startsWith('/uploads') ? receipt : filename;
      const filled = path.replace('{id}', id).replace('{filename}', file ?? '');
      await ask(method, filled, { as: root, ...(method !== 'GET' && { json: {} }) });
      await ask(method, `${filled}?`);
    }
    const range = { as: mia, headers: { ...headers, range: 'bytes=99999999-' } };
    await ask('GET', `/uploads/${receipt}?out-of-range`, range);
    await ask('HEAD', `/uploads/${receipt}`, { as: mia });
    const known = all.get(`HEAD /uploads/${receipt}`)?.headers.etag ?? '';
    await ask('GET', `/uploads/${receipt}?known`, { as: mia, headers: { ...headers, 'if-none-match': known } });
    await ask('GET', '/api/admin/users?not-mine', { as: mia });
    const blind = { as: root, json: { revision: 99, reimbursement: { amount: 1, reason: 'x' } } };
    await ask('PUT', `/api/admin/expenses/${id}?blind`, blind);
    await ask('GET', url);
    for (const path of ['/', '/nothing', '/api/nothing', '/uploads/%zz', '/api/auth/me?a[b]=1', '/api/docs']) {
      await ask('GET', path);
    }
    for (const method of ['OPTIONS', 'TRACE', 'PATCH', 'DELETE']) await ask(method, '/api/auth/login');
    await ask('POST', '/api/auth/login?text', { body: 'x', headers: { ...headers, 'content-type': 'text/xml' } });
    return all;
  };

  it('CSP, HSTS, nosniff and no-referrer are on every response', async () => {
    const all = await responses();
    expect(all.size).toBeGreaterThan(80);
    const statuses = new Set([...all.values()].map(({ status }) => status));
    expect([...statuses]).toEqual(expect.arrayContaining([200, 304, 400, 401, 403, 404, 409, 416]));
    for (const [call, { status, headers }] of all) {
      const policy = String(headers['content-security-policy']);
      expect([call, status, headers]).toMatchObject([
        call,
        status,
        {
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'strict-transport-security': expect.stringMatching(/^max-age=31536000/),
        },
      ]);
      expect([call, policy]).toEqual([call, expect.stringMatching(/^default-src '(self|none)'/)]);
      expect(policy.replace(/style-src [^;]*/, '')).not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:/);
      expect(Object.keys(headers)).not.toContain('x-powered-by');
      expect(Object.keys(headers)).not.toContain('set-cookie');
    }
  });

  it('a foreign Origin gets no Access-Control header, on no call and no preflight', async () => {
    const preflight = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' };
    for (const [call, { headers }] of await responses({ origin: FOREIGN, ...preflight })) {
      expect([call, Object.keys(headers).filter((name) => name.startsWith('access-control-'))]).toEqual([call, []]);
    }
  });

  it('bytes that are not HTTP get no stack trace, and the product keeps running', async () => {
    const { hostname, port } = new URL(company.product.origin);
    const answerTo = (bytes: Buffer) =>
      new Promise<string>((resolve) => {
        let text = '';
        const socket = connect(Number(port), hostname, () => socket.end(bytes));
        socket.on('data', (chunk) => (text += chunk.toString('latin1')));
        socket.on('close', () => resolve(text));
        socket.on('error', () => undefined);
      });
    const head = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\n';
    const written = [
      `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
      `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/auth/me HTTP/1.1\r\n\r\n`,
      `${head}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n`,
      `${head}Transfer-Encoding: identity, chunked\r\nTransfer-Encoding: x\r\n\r\nzz\r\n`,
      `${head}X: ${'y'.repeat(100_000)}\r\n\r\n`,
      `${head}Content-Length: -1\r\n\r\n`,
      `${head}Bad Header: x\r\nX\u0000: y\r\n\r\n`,
      `GET /${'a'.repeat(50_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      'GET /api/health/live HTTP/9.9\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /api/health/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc',
    ].map((text) => Buffer.from(text, 'latin1'));
    const random = fc
      .sample(fc.uint8Array({ minLength: 1, maxLength: 400 }), { numRuns: 200, seed: 45 })
      .map(Buffer.from);
    await expectNoChange(company, async () => {
      for (const bytes of [...written, ...random]) {
        const text = await answerTo(bytes);
        expect(text).not.toMatch(/\bat .+:\d+:\d+|node_modules/);
        expect(text).toMatch(/^(HTTP\/1\.1 [1-4]\d\d |$)/);
      }
    });
    expect((await sendRaw(company.product.origin, '/api/health/ready')).status).toBe(200);
  });
});
