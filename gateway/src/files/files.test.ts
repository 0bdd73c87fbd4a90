import { receiptBlobKey, type ExpenseJson } from '@outlay/contracts';
import { hash } from 'node:crypto';
import { png, samples } from '../testing/sample-files.js';
import { report, reportBytes, reportFile } from '../testing/test-reports.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

describe('a receipt', () => {
  let gateway: TestGateway;
  const receipts: Record<string, ExpenseJson> = {};
  beforeAll(async () => {
    gateway = await startTestGateway();
    for (const [ext, { bytes }] of Object.entries(samples)) {
      const body = new FormData();
      body.append('status', 'draft');
      body.append('receipt', new Blob([new Uint8Array(bytes)]), `Überweisung "5".${ext}`);
      const response = await gateway.call('/api/expenses', { method: 'POST', as: 'member', body });
      receipts[ext] = ((await response.json()) as { expense: ExpenseJson }).expense;
    }
  });
  afterAll(() => gateway.close());

  const get = (ext: string, headers?: Record<string, string>) =>
    gateway.call(`/uploads/${receipts[ext]?.receipt}`, { as: 'member', headers });

  it.each(Object.entries(samples))(
    'of type %s is served unchanged with its own content type',
    async (ext, { bytes, type }) => {
      const response = await get(ext);
      expect(response.status).toBe(200);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': type,
        'content-length': String(bytes.length),
        'content-disposition': `inline; filename="_berweisung _5_.${ext}"; filename*=UTF-8''%C3%9Cberweisung%20%225%22.${ext}`,
        'cache-control': expect.stringMatching(/^private, max-age=\d+/),
        'accept-ranges': 'bytes',
        vary: 'authorization',
        'x-content-type-options': 'nosniff',
        etag: `"${receipts[ext]?.receipt_sha256}"`,
      });
    },
  );

  it('is sandboxed, except a PDF, which may be framed', async () => {
    expect((await get('png')).headers.get('content-security-policy')).toMatch(/(^|; )sandbox$/);
    expect((await get('pdf')).headers.get('content-security-policy')).not.toMatch(/sandbox/);
  });

  it('has the same headers for HEAD as for GET, and no body', async () => {
    const head = (ext: string, headers?: Record<string, string>) =>
      gateway.call(`/uploads/${receipts[ext]?.receipt}`, { as: 'member', method: 'HEAD', headers });
    const ofThisAnswer = ['date', 'x-correlation-id', 'connection', 'keep-alive'];
    const of = ({ status, headers }: Response) => [
      status,
      Object.fromEntries([...headers].filter(([name]) => !ofThisAnswer.includes(name))),
    ];
    const got = await get('pdf');
    expect(of(await head('pdf'))).toEqual(of(got));
    expect(of(await head('pdf', { range: 'bytes=0-3' }))).toEqual(of(got));
    expect((await (await head('pdf')).arrayBuffer()).byteLength).toBe(0);
    expect((await head('pdf', { 'if-none-match': got.headers.get('etag') ?? '' })).status).toBe(304);
    expect((await gateway.call(`/uploads/${receipts.pdf?.receipt}`, { method: 'HEAD' })).status).toBe(401);
    expect((await gateway.call('/uploads/no-such', { as: 'member', method: 'HEAD' })).status).toBe(404);
  });

  it('from a signed URL is cached no longer than the URL is valid', async () => {
    const path = `/uploads/${receipts.png?.receipt}`;
    const made = await gateway.call('/api/signed-urls', { method: 'POST', as: 'member', json: { path } });
    const { headers } = await gateway.call(((await made.json()) as { url: string }).url);
    expect(headers.get('cache-control')).toBe('private, max-age=120, immutable');
  });

  it('is not sent again if the client has it', async () => {
    const etag = (await get('pdf')).headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const response = await get('pdf', { 'if-none-match': known });
      expect([response.status, await response.text()]).toEqual([304, '']);
    }
    expect((await get('pdf', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  const pdf = samples.pdf?.bytes ?? Buffer.alloc(0);
  const size = pdf.length;
  it.each([
    ['bytes=0-3', 0, 4],
    ['bytes=5-', 5, size],
    ['bytes=-6', size - 6, size],
    [`bytes=2-${size + 100}`, 2, size],
    [`bytes=-${size + 100}`, 0, size],
  ])('is sent partially for %s', async (range, start, end) => {
    const response = await get('pdf', { range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${size}`);
    expect(response.headers.get('content-length')).toBe(String(end - start));
    expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf.subarray(start, end));
  });

  it.each([`bytes=${size}-`, 'bytes=9999-10000', 'bytes=-0', 'bytes=3-1'])(
    'rejects %s as unsatisfiable',
    async (range) => {
      const response = await get('pdf', { range });
      expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
      expect(await response.json()).toEqual({ code: 'INVALID_INPUT', message: 'The file has no such part.' });
    },
  );

  it.each(['bytes=0-1,3-4', 'bytes=', 'bytes=-', 'lines=1-2', 'bytes=a-b'])(
    'is sent whole for the unsupported range %s',
    async (range) => {
      const response = await get('pdf', { range });
      expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, size]);
    },
  );

  it('is sent whole if If-Range names another version', async () => {
    expect((await get('pdf', { range: 'bytes=0-3', 'if-range': '"other"' })).status).toBe(200);
    const etag = (await get('pdf')).headers.get('etag') ?? '';
    expect((await get('pdf', { range: 'bytes=0-3', 'if-range': etag })).status).toBe(206);
  });

  it.each([
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e',
    '..%5c..%5cx',
    '%00',
    'a.png%00.html',
    'a%0d%0aSet-Cookie:x',
    'x'.repeat(300),
    '.',
    `receipts%2f${'a'.repeat(64)}`,
  ])('is not found by the name %s', async (name) => {
    const response = await gateway.call(`/uploads/${name}`, { as: 'admin' });
    expect([400, 404]).toContain(response.status);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.json()).toMatchObject({ message: expect.any(String) });
  });

  it('whose blob is missing is 404, not an empty file', async () => {
    await gateway.blobs.delete(receiptBlobKey(receipts.gif?.receipt_sha256 ?? ''));
    expect((await gateway.call(`/uploads/${receipts.gif?.receipt}`, { as: 'member', method: 'HEAD' })).status).toBe(
      404,
    );
    const response = await get('gif');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  });
});

const DAMAGE: readonly [string, (bytes: Buffer) => Buffer][] = [
  ['a flipped bit', (bytes) => Buffer.from(bytes.map((byte, at) => (at === 8 ? byte ^ 1 : byte)))],
  ['a missing tail', (bytes) => bytes.subarray(0, -3)],
  ['no content', () => Buffer.alloc(0)],
];
const REQUESTS: readonly [string, RequestInit][] = [
  ['GET', {}],
  ['a range', { headers: { range: 'bytes=0-3' } }],
  ['HEAD', { method: 'HEAD' }],
];

describe('a receipt that was damaged in storage', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  const upload = async (bytes: Buffer) => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(bytes)]), 'a.png');
    const response = await gateway.call('/api/uploads', { method: 'POST', as: 'member', body });
    expect(response.status).toBe(201);
    return `/uploads/${((await response.json()) as { filename: string }).filename}`;
  };

  it.each(DAMAGE)('by %s is 409 without its ETag, until the file is sent again', async (_, damage) => {
    const bytes = png(200_000);
    const path = await upload(bytes);
    await gateway.blobs.put(receiptBlobKey(hash('sha256', bytes)), damage(bytes), { contentType: 'image/png' });
    for (const [what, options] of REQUESTS) {
      const response = await gateway.call(path, { as: 'member', ...options });
      expect([what, response.status, response.headers.get('etag')]).toEqual([what, 409, null]);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const body = await response.text();
      if (what !== 'HEAD') {
        expect(JSON.parse(body)).toEqual({
          code: 'RECEIPT_DAMAGED',
          message: 'This receipt is damaged in storage. Sending the same file again repairs it.',
        });
      }
    }
    await upload(bytes);
    const repaired = await gateway.call(path, { as: 'member' });
    expect([repaired.status, Buffer.from(await repaired.arrayBuffer()).equals(bytes)]).toEqual([200, true]);
  });
});

describe('a report', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
    await gateway.blobs.put(reportFile.blobKey, reportBytes, { contentType: 'x/y' });
  });
  afterAll(() => gateway.close());

  const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  it.each([
    [`/api/admin/reports/${report.filename}/download`, xlsx, report.filename],
    [`/reports/${report.filename}`, xlsx, report.filename],
    [
      `/api/admin/reports/${report.filename}/receipts-zip`,
      'application/zip',
      'Ada_member_2026-03-01_receipts_2026-03-01.zip',
    ],
  ])('at %s is a download', async (path, type, name) => {
    const response = await gateway.call(path, { as: 'member' });
    expect([response.status, await response.text()]).toEqual([200, 'spreadsheet']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'content-length': '11',
      'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    '/api/admin/reports/pending.xlsx/download',
    '/api/admin/reports/pending.xlsx/receipts-zip',
    '/reports/pending.xlsx',
  ])('that is pending is 409 with Retry-After at %s', async (path) => {
    const response = await gateway.call(path, { as: 'member' });
    expect(response.status).toBe(409);
    expect(response.headers.get('retry-after')).not.toBeNull();
    expect(await response.json()).toMatchObject({ code: 'REPORT_NOT_READY' });
  });

  it('that was given up is 409 with the reason and what can be done', async () => {
    const response = await gateway.call('/reports/failed.xlsx', { as: 'member' });
    expect([response.status, await response.json()]).toEqual([
      409,
      {
        code: 'REPORT_NOT_READY',
        message:
          'The report could not be made. Each of five tries ended the program that makes it. ' +
          'A super admin can have it made again.',
      },
    ]);
  });

  it.each(DAMAGE)('that was damaged in storage by %s is 409', async (_, damage) => {
    await gateway.blobs.put(reportFile.blobKey, damage(reportBytes), { contentType: 'x/y' });
    for (const path of ['/reports/', '/api/admin/reports/'].map((prefix) => prefix + report.filename)) {
      for (const [, options] of REQUESTS) {
        const suffixes = path.startsWith('/api') ? ['/download', '/receipts-zip'] : [''];
        for (const suffix of suffixes) {
          const response = await gateway.call(path + suffix, { as: 'member', ...options });
          expect([response.status, response.headers.get('etag')]).toEqual([409, null]);
          if (options.method !== 'HEAD') expect(await response.json()).toMatchObject({ code: 'REPORT_DAMAGED' });
        }
      }
    }
    await gateway.blobs.put(reportFile.blobKey, reportBytes, { contentType: 'x/y' });
  });
});
