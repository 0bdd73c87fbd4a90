import { createHash } from 'node:crypto';
import { createSignedUrlRoute, loginRoute, uploadReceiptRoute } from '@outlay/contracts';
import sharp from 'sharp';
import type { Answer, Ask } from './testing/api.js';
import { PASSWORD, START_MS, startCompany, type Company, type Fields, type Person } from './testing/company.js';
import { fileOf, pdf } from './testing/receipt-files.js';

const bytesOf = async (file: File) => Buffer.from(await file.arrayBuffer());

describe('receipts and report files', () => {
  let company: Company;
  beforeAll(async () => {
    company = await startCompany();
  }, START_MS);
  afterAll(() => company.close());

  const get = (path: string, as?: Person, headers: Ask['headers'] = {}): Promise<Answer> =>
    company.api.send('GET', path, { as, headers });
  const receiptOf = async (file = pdf()) => {
    const { receipt, id } = await company.claim({}, { receipt: file });
    return { id, path: `/uploads/${receipt}`, bytes: await bytesOf(file) };
  };

  describe('by a Bearer token', () => {
    it('a receipt is its owner’s and the super admins’; for others it is not there; nobody is asked to log in', async () => {
      const { path, bytes } = await receiptOf();
      for (const person of [company.mia, company.root]) {
        const answer = await get(path, person);
        expect(answer.status).toBe(200);
        expect(answer.bytes.equals(bytes)).toBe(true);
      }
      expect((await get(path, company.paul)).status).toBe(404);
      expect((await get(path)).status).toBe(401);
    });

    it('comes with its type by content, nosniff, its own name, and for one browser only', async () => {
      const { headers } = await get((await receiptOf(pdf('x', 'Zug nach “Basel”.pdf'))).path, company.mia);
      expect(headers.get('content-type')).toBe('application/pdf');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toMatch(/^private, /);
      const disposition = headers.get('content-disposition') ?? '';
      expect(disposition).toMatch(/^inline; filename="[\x20-\x7e]+\.pdf"; filename\*=UTF-8''/);
      expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe('Zug nach “Basel”.pdf');
    });

    it('an image runs nothing: it is sandboxed, whatever it was called', async () => {
      const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#8ac' } })
        .png()
        .toBuffer();
      const { headers } = await get((await receiptOf(fileOf(image, 'page.html', 'text/html'))).path, company.mia);
      expect(headers.get('content-type')).toBe('image/png');
      expect(headers.get('content-security-policy')).toContain('sandbox');
    });

    it('a report is downloaded by its name, and zipped receipts too', async () => {
      const { filename } = await company.report();
      for (const path of [`/reports/${filename}`, `/api/admin/reports/${filename}/receipts-zip`]) {
        const { headers } = await get(path, company.mia);
        expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.(xlsx|zip)"/);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
      }
    });
  });

  describe('in parts', () => {
    it.each([
      ['bytes=0-9', 0, 9],
      ['bytes=10-', 10, null],
      ['bytes=-5', -5, null],
      ['bytes=0-99999', 0, null],
    ])('Range: %s', async (range, start, end) => {
      const { path, bytes } = await receiptOf();
      const answer = await get(path, company.mia, { range });
      const part = bytes.subarray(start, end === null ? undefined : end + 1);
      expect(answer.status).toBe(206);
      expect(answer.bytes.equals(part)).toBe(true);
      const first = start < 0 ? bytes.length + start : start;
      expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${first + part.length - 1}/${bytes.length}`);
    });

    it('a part outside is 416; a list of parts, or one of another version, is the whole', async () => {
      const { path, bytes } = await receiptOf();
      const outside = await get(path, company.mia, { range: 'bytes=99999-' });
      expect(outside.status).toBe(416);
      expect(outside.headers.get('content-range')).toBe(`bytes */${bytes.length}`);
      const whole: Record<string, string>[] = [
        { range: 'bytes=0-1,4-5' },
        { range: 'bytes=0-1', 'if-range': '"another"' },
        { range: 'lines=1-2' },
      ];
      for (const headers of whole) {
        const answer = await get(path, company.mia, headers);
        expect(answer.status).toBe(200);
        expect(answer.bytes.length).toBe(bytes.length);
      }
    });

    it('the ETag saves a second download, and a HEAD says what a GET would send', async () => {
      const { path, bytes } = await receiptOf();
      const first = await get(path, company.mia);
      const etag = first.headers.get('etag') ?? '';
      const again = await get(path, company.mia, { 'if-none-match': etag });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
      const head = await fetch(new URL(path, company.product.origin), {
        method: 'HEAD',
        headers: { authorization: `Bearer ${company.mia.token}` },
      });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    });
  });

  describe('by a signed URL', () => {
    const sign = async (path: string, as = company.mia) =>
      company.api.call(createSignedUrlRoute, { as, json: { path } });

    it('opens one file for 120 seconds, without a token', async () => {
      const { path, bytes } = await receiptOf();
      const signed = await sign(path);
      expect(signed).toEqual({ url: expect.stringMatching(new RegExp(`^${path}\\?`)), expires_in_seconds: 120 });
      const answer = await get(signed.url);
      expect(answer.status).toBe(200);
      expect(answer.bytes.equals(bytes)).toBe(true);
      const { filename } = await company.report();
      expect((await get((await sign(`/reports/${filename}`)).url)).status).toBe(200);
    });

    it('is given for what its maker may see: a super admin everything, another person’s is 404', async () => {
      const { path } = await receiptOf();
      expect((await get((await sign(path, company.root)).url)).status).toBe(200);
      const ask = (as: Person, file: string) =>
        company.api.refusal('POST', '/api/signed-urls', { as, json: { path: file } });
      expect(await ask(company.paul, path)).toMatchObject({ status: 404 });
      expect(await ask(company.mia, '/uploads/none.pdf')).toMatchObject({ status: 404 });
      for (const bad of ['/api/auth/me', '/uploads/', '/uploads/../x', 'https://example.org/uploads/x.pdf', '']) {
        expect(await ask(company.mia, bad)).toMatchObject({ status: 400 });
      }
    });

    it('opens nothing else: another file, another call, or with one character changed, 401', async () => {
      const [one, two] = [await receiptOf(), await receiptOf()];
      const { url } = await sign(one.path);
      const [, query = ''] = url.split('?');
      const elsewhere = [`${two.path}?${query}`, `/api/auth/me?${query}`, `/api/expenses?${query}`];
      for (const path of elsewhere) expect((await get(path)).status).toBe(401);
      for (let at = url.indexOf('=') + 1; at < url.length; at += 1) {
        const flipped = url.slice(0, at) + (url[at] === '1' ? '2' : '1') + url.slice(at + 1);
        expect((await get(flipped)).status).toBe(401);
      }
      expect(
        (await get(one.path, { ...company.mia, token: decodeURIComponent(query.split('=')[1] ?? '') })).status,
      ).toBe(401);
      expect((await get(`${one.path}?signature=${company.mia.token}`)).status).toBe(401);
    });

    it('ends with the session it was made from: a changed password, a deactivation', async () => {
      const guest = await company.hire('team_member');
      const { receipt } = await company.claim({}, { as: guest });
      const path = `/uploads/${receipt}`;
      const first = await sign(path, guest);
      const json = { currentPassword: PASSWORD, newPassword: `${PASSWORD}2` };
      await company.api.send('PUT', '/api/auth/password', { as: guest, json });
      expect((await get(first.url)).status).toBe(401);
      const again = await company.api.call(loginRoute, { json: { email: guest.user.email, password: `${PASSWORD}2` } });
      const second = await sign(path, again);
      expect((await get(second.url)).status).toBe(200);
      const role = `/api/admin/users/${guest.user.id}/role`;
      await company.api.send('PUT', role, { as: company.root, json: { status: 'inactive' } });
      expect((await get(second.url)).status).toBe(401);
    });

    it('is over after 120 seconds, and not before', async () => {
      const { url } = await sign((await receiptOf()).path);
      company.clock.forward(118_000);
      expect((await get(url)).status).toBe(200);
      company.clock.forward(2_000);
      expect((await get(url)).status).toBe(401);
    });
  });

  describe('for life', () => {
    it('a receipt is bound by its hash, and cannot be replaced once it is approved', async () => {
      const { id, path, bytes } = await receiptOf(pdf('as approved'));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const { body } = await company.api.send('PUT', `/api/admin/expenses/${id}/approve`, { as: company.root });
      expect(body).toMatchObject({ expense: { receipt_sha256: sha256 } });
      const changes: Fields[] = [{}, { remove_receipt: 'true', status: 'draft' }];
      for (const over of changes) {
        const form = company.form(over, pdf('something else'));
        expect(await company.api.refusal('PUT', `/api/expenses/${id}`, { as: company.mia, form })).toMatchObject({
          status: 409,
        });
      }
      expect((await get(path, company.mia)).bytes.equals(bytes)).toBe(true);
    });

    it('before that it may be: the new one has a name of its own, and the old name leads nowhere', async () => {
      const { id, path } = await receiptOf(pdf('first'));
      const form = company.form({}, pdf('second'));
      const { body } = await company.api.send('PUT', `/api/expenses/${id}`, { as: company.mia, form });
      const { receipt } = Object(Object(body).expense);
      expect(`/uploads/${receipt}`).not.toBe(path);
      expect((await get(`/uploads/${receipt}`, company.mia)).bytes.equals(await bytesOf(pdf('second')))).toBe(true);
      expect((await get(path, company.mia)).status).toBe(404);
    });

    it('a super admin’s correction keeps the receipt', async () => {
      const { id, path, bytes } = await receiptOf();
      const json = { original: { amount: 12 }, metadata: { category: 'IT' } };
      const edited = await company.api.send('PUT', `/api/admin/expenses/${id}`, { as: company.root, json });
      expect(edited.body).toMatchObject({ expense: { receipt: path.slice('/uploads/'.length) } });
      expect((await get(path, company.mia)).bytes.equals(bytes)).toBe(true);
    });
  });

  describe('the phone’s shortcut', () => {
    const upload = (file: File | null, as = company.mia) => {
      const form = new FormData();
      if (file) form.append('file', file);
      else form.append('note', 'no file');
      return company.api.send('POST', '/api/uploads', { as, form });
    };
    const sent = async () => {
      const form = new FormData();
      form.append('file', pdf('from the phone'));
      return company.api.call(uploadReceiptRoute, { as: company.mia, form });
    };

    it('a file goes first, and a claim of the same person names it later', async () => {
      const { filename, url } = await sent();
      expect(url).toBe(`/submit-expense?uploaded=${filename}`);
      expect((await get(`/uploads/${filename}`, company.mia)).status).toBe(200);
      expect((await get(`/uploads/${filename}`, company.paul)).status).toBe(404);
      expect(await company.claim({ uploaded: filename }, { receipt: null })).toMatchObject({
        receipt: filename,
        receipt_name: 'receipt.pdf',
      });
    });

    it('another person’s upload, or none, is no receipt', async () => {
      const { filename } = await sent();
      const claim = (uploaded: string, as: Person) => {
        const form = company.form({ uploaded }, null);
        return company.api.refusal('POST', '/api/expenses', { as, form });
      };
      const message = expect.stringMatching(/^Failed to load uploaded file: .+ Please upload manually\.$/);
      expect(await claim(filename, company.paul)).toMatchObject({ status: 400, message });
      for (const name of ['none.pdf', '../../x', '..%2f..%2fx']) {
        expect(await claim(name, company.mia)).toMatchObject({ status: 400, message });
      }
    });

    it('what is no receipt is refused there too', async () => {
      expect((await upload(null)).status).toBe(400);
      expect((await upload(fileOf(Buffer.from('<svg/>'), 'x.png', 'image/png'))).status).toBe(400);
      expect((await company.api.send('POST', '/api/uploads', { as: company.mia, json: {} })).status).toBe(400);
    });
  });
});
