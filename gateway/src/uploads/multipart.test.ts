import { receiptBlobKey, type ExpenseJson } from '@outlay/contracts';
import { RECEIPT_MAX_BYTES } from '@outlay/rules';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request, type ServerResponse } from 'node:http';
import { INVOICE, PROFILES } from '@outlay/receipts/testing';
import { minimalPdf, pdfWithFiles } from '@outlay/testing';
import sharp from 'sharp';
import { heic, heicThatClaims, lockedPdf, png, samples } from '../testing/sample-files.js';
import { TestExpenses } from '../testing/test-expenses.js';
import { sessionToken } from '../testing/session-token.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function form(
  fields: [string, string][],
  file?: { bytes: Buffer; name: string; type?: string; field?: string },
): FormData {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  if (file) {
    const blob = new Blob([new Uint8Array(file.bytes)], { type: file.type ?? 'application/octet-stream' });
    data.append(file.field ?? 'receipt', blob, file.name);
  }
  return data;
}

describe('a multipart form', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  const create = async (body: FormData) => {
    const response = await gateway.call('/api/expenses', { method: 'POST', as: 'member', body });
    const answer = (await response.json()) as { expense: ExpenseJson; message: string; code?: string };
    return { status: response.status, ...answer };
  };
  const stored = async () => (await gateway.blobs.list('receipts/')).length;

  it.each(Object.entries(samples))(
    'stores a %s under the hash of its content with a generated name',
    async (ext, { bytes, type }) => {
      const { status, message, expense } = await create(
        form([['status', 'submitted']], { bytes, name: `C:\\fakepath\\../rechnung.${ext}`, type: 'text/html' }),
      );
      expect([status, message]).toEqual([201, 'Expense submitted successfully!']);
      expect(expense).toMatchObject({
        receipt: expect.stringMatching(new RegExp(`^[0-9a-f-]{36}\\.${ext}$`)),
        receipt_name: `rechnung.${ext}`,
        receipt_content_type: type,
        receipt_sha256: sha256(bytes),
      });
      expect(await gateway.blobs.readAll(receiptBlobKey(sha256(bytes)))).toEqual(bytes);
    },
  );

  it('keeps the statement of the e-invoice in a PDF with the receipt', async () => {
    const content = PROFILES['Factur-X BASIC']?.({ ...INVOICE, due: '0.00' }) ?? '';
    const bytes = pdfWithFiles([{ name: 'factur-x.xml', content }]);
    const { expense } = await create(form([['status', 'draft']], { bytes, name: 'invoice.pdf' }));
    const values = { date: '2026-10-05', currency: 'EUR', merchant: 'Gasthof Krone GmbH' };
    expect(TestExpenses.lastReceipt).toMatchObject({
      sha256: sha256(bytes),
      reading: { source: 'e-invoice', total: '26.29', due: '0.00', vat: '4.20', ...values },
    });
    expect(expense.receipt_reading).toEqual({ source: 'e-invoice', total: 26.29, due: 0, vat: 4.2, ...values });
    const plain = await create(form([['status', 'draft']], { bytes: minimalPdf(), name: 'invoice.pdf' }));
    expect(TestExpenses.lastReceipt).not.toHaveProperty('reading');
    expect(plain.expense.receipt_reading).toBeNull();
  });

  it('keeps the hash of each file that was joined into a PDF, under a name that can be shown', async () => {
    const photo = samples.jpg?.bytes ?? Buffer.alloc(0);
    const files = [
      { name: '1 C:\\\\fakepath\\\\taxi.jpg', content: photo },
      { name: '2 ', content: photo },
    ];
    const bytes = pdfWithFiles(files, 'Outlay');
    const { expense } = await create(form([['status', 'draft']], { bytes, name: 'taxi-joined.pdf' }));
    const file = { content_type: 'image/jpeg', size: photo.length, sha256: sha256(photo) };
    expect(expense.receipt_joined).toEqual([
      { name: 'taxi.jpg', ...file },
      { name: 'receipt.jpg', ...file },
    ]);
    expect(TestExpenses.lastReceipt?.joined).toHaveLength(2);
  });

  it.each([
    ['IMG_4711.HEIC', 'IMG_4711.jpg'],
    ['scan', 'scan.jpg'],
    ['../', 'receipt.jpg'],
  ])('converts a HEIC photo named %s to JPEG and keeps the original', async (name, shown) => {
    const { status, expense } = await create(form([['status', 'submitted']], { bytes: heic, name }));
    expect(status).toBe(201);
    expect(expense).toMatchObject({
      receipt: expect.stringMatching(/^[0-9a-f-]{36}\.jpg$/),
      receipt_name: shown,
      receipt_content_type: 'image/jpeg',
    });
    const jpeg = await gateway.blobs.readAll(receiptBlobKey(expense.receipt_sha256 ?? ''));
    expect(await sharp(jpeg ?? undefined).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 48 });
    expect(TestExpenses.lastReceipt).toMatchObject({
      sha256: sha256(jpeg ?? Buffer.alloc(0)),
      original: { sha256: sha256(heic), size: heic.length, contentType: 'image/heic' },
    });
    expect(await gateway.blobs.readAll(receiptBlobKey(sha256(heic)))).toEqual(heic);
  });

  it.each([
    ['a HEIC photo that is cut off', heic.subarray(0, -20), /^This HEIC photo cannot be converted\./],
    [
      'a HEIC photo of too many pixels',
      heicThatClaims(9000, 6000),
      /\(9,000 × 6,000 pixels, 54 megapixels\).*at most 50 megapixels/,
    ],
    ['a PDF that is cut off', minimalPdf('x', 5000).subarray(0, 4000), /^This PDF cannot be opened:/],
    ['a PDF header and garbage', Buffer.from(`%PDF-1.7\n${'x'.repeat(5000)}`), /^This PDF cannot be opened:/],
    ['a PDF that needs a password', lockedPdf, /^This PDF needs a password/],
  ])('with %s is rejected with a reason and not stored', async (_, bytes, reason) => {
    const before = await stored();
    const rejected = await create(form([['status', 'draft']], { bytes, name: 'a' }));
    expect(rejected).toMatchObject({ status: 400, code: 'INVALID_INPUT', details: [{ field: 'receipt' }] });
    expect(rejected.message).toMatch(reason);
    expect(await stored()).toBe(before);
  });

  it('with an empty file is rejected, without a chosen file accepted', async () => {
    const bytes = Buffer.alloc(0);
    expect((await create(form([['status', 'draft']], { bytes, name: 'a.png' }))).status).toBe(400);
    expect((await create(form([['status', 'draft']], { bytes, name: '' }))).status).toBe(201);
  });

  it('accepts a file at the limit', async () => {
    const { status, expense } = await create(
      form([['status', 'draft']], { bytes: png(RECEIPT_MAX_BYTES), name: 'a.png' }),
    );
    expect(status).toBe(201);
    const info = await gateway.blobs.stat(receiptBlobKey(expense.receipt_sha256 ?? ''));
    expect(info?.size).toBe(10_485_760);
  });

  it.each([
    [1, '10.00'],
    [1_514_240, '11.44'],
    [2 * 1_048_576, '12.00'],
  ])('rejects a file %d bytes over the limit, stores nothing and stays usable', async (over, megabytes) => {
    const before = await stored();
    const bytes = png(RECEIPT_MAX_BYTES + over);
    const { status, code, message } = await create(form([['status', 'draft']], { bytes, name: 'a.png' }));
    expect([status, code]).toEqual([413, 'FILE_TOO_LARGE']);
    expect(message).toBe(
      `File size (${megabytes}MB) exceeds the 10MB limit. Please compress or choose a smaller file.`,
    );
    expect(await stored()).toBe(before);
  });

  it('that is invalid stores nothing, even if the file comes first', async () => {
    const before = await stored();
    const body = form([], { bytes: png(999), name: 'a.png' });
    body.append('status', 'paid');
    const { status, message } = await create(body);
    expect([status, message]).toEqual([400, "Status must be 'draft' or 'submitted'"]);
    expect(await stored()).toBe(before);
  });

  it.each<[string, [string, string][]]>([
    ['a field far too long', [['justification', 'x'.repeat(20_000)]]],
    ['a hundred fields', Array.from({ length: 100 }, (_, i): [string, string] => [`f${i}`, 'x'])],
  ])('with %s is rejected', async (_, fields) => {
    const { status, code, message } = await create(form([['status', 'draft'], ...fields]));
    expect([status, code]).toEqual([400, 'INVALID_INPUT']);
    expect(message).toMatch(/^[A-Z].*\.$/);
  });

  it.each([
    ['cut short', '--x\r\nContent-Disposition: form-data; name="status"\r\n\r\ndra'],
    ['of no parts', 'nothing of the kind'],
    [
      'of a JSON field',
      '--x\r\nContent-Disposition: form-data; name="status"\r\nContent-Type: application/json\r\n\r\n{"$ne":1}\r\n--x--\r\n',
    ],
  ])('%s is 400', async (_, body) => {
    const response = await gateway.call('/api/expenses', {
      method: 'POST',
      as: 'member',
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'INVALID_INPUT' });
  });

  it.each([
    ['quotes and line breaks', 'a"b\r\nSet-Cookie: x.png', /^a"bSet-Cookie: x\.png$/],
    ['nothing but a path', '../../', /^receipt\.png$/],
    ['a direction trick', 'gpj.\u202Egnp.png', /^gpj\.gnp\.png$/],
    ['a very long name', `${'x'.repeat(500)}.png`, /^x{116}\.png$/],
  ])('sanitises a file name with %s', async (_, name, shown) => {
    const { expense } = await create(form([['status', 'draft']], { bytes: png(), name }));
    expect(expense.receipt_name).toMatch(shown);
    expect(expense.receipt).toMatch(/^[0-9a-f-]{36}\.png$/);
  });

  it('can be rejected repeatedly on one connection, which stays usable', async () => {
    const bytes = png(RECEIPT_MAX_BYTES + 100_000);
    for (let i = 0; i < 3; i++) {
      expect((await create(form([['status[$ne]', 'x']], { bytes, name: 'a.png' }))).status).toBe(400);
    }
    expect((await create(form([['status', 'draft']]))).status).toBe(201);
  });

  it('whose sender disconnects stores nothing', async () => {
    const before = await stored();
    const received = once(gateway.app.getHttpServer(), 'request');
    const sending = request(`${gateway.url}/api/expenses`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sessionToken('member')}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 5_000_000,
      },
    });
    sending.on('error', () => undefined);
    sending.write('--x\r\nContent-Disposition: form-data; name="receipt"; filename="a.png"\r\n\r\n');
    await new Promise((resolve) => sending.write(png(1_000_000), resolve));
    const [, response] = (await received) as [unknown, ServerResponse];
    const closed = once(response, 'close');
    sending.destroy();
    await closed;
    // The file differs from the cut-off one, which must not be taken for it.
    const { status } = await create(form([['status', 'draft']], { bytes: png(4321), name: 'a.png' }));
    expect([status, await stored()]).toEqual([201, before + 1]);
  });
});

describe('while the file store is unavailable', () => {
  it('a receipt is rejected with 503, an expense without one is saved', async () => {
    const down = async () => {
      throw new Error('no space left on device');
    };
    const working = await startTestGateway();
    const gateway = await startTestGateway({ blobs: { ...working.blobs, stat: async () => null, put: down } });
    try {
      const send = (body: FormData) => gateway.call('/api/expenses', { method: 'POST', as: 'member', body });
      const refused = await send(form([['status', 'draft']], { bytes: png(), name: 'a.png' }));
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).not.toBeNull();
      expect(await refused.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      expect((await send(form([['status', 'draft']]))).status).toBe(201);
    } finally {
      await gateway.close();
      await working.close();
    }
  });
});
