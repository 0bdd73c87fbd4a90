import { createHash } from 'node:crypto';
import { createSignedUrlRoute, loginRoute, uploadReceiptRoute } from '@outlay/contracts';
import type { ApiResponse, RequestOptions } from './testing/api.js';
import { PASSWORD, startCompany, type Company, type Fields, type Person } from './testing/company.js';
import { fileOf, pdf, pdfOfSize } from './testing/receipt-files.js';

const bytesOf = async (file: File) => Buffer.from(await file.arrayBuffer());

describe('receipts and report files', () => {
  let company: Company;
  beforeAll(async () => (company = await startCompany()));
  afterAll(() => company.close());

  const get = (path: string, as?: Person, headers: RequestOptions['headers'] = {}): Promise<ApiResponse> =>
    company.api.send('GET', path, { as, headers });
  const receiptOf = async (file = pdf()) => {
    const { receipt, id } = await company.claim({}, { receipt: file });
    return { id, path: `/uploads/${receipt}`, bytes: await bytesOf(file) };
  };

  describe('with a Bearer token', () => {
    it('a receipt is for its owner and super admins; 404 for others, without a login prompt', async () => {
      const { path, bytes } = await receiptOf();
      for (const person of [company.mia, company.root]) {
        const response = await get(path, person);
        expect(response.status).toBe(200);
        expect(response.bytes.equals(bytes)).toBe(true);
      }
      expect((await get(path, company.paul)).status).toBe(404);
      expect((await get(path)).status).toBe(401);
    });

    it('has the type of its content, nosniff, its own name, and private caching', async () => {
      const { headers } = await get((await receiptOf(pdf('x', 'Zug nach “Basel”.pdf'))).path, company.mia);
      expect(headers.get('content-type')).toBe('application/pdf');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toMatch(/^private, /);
      const disposition = headers.get('content-disposition') ?? '';
      expect(disposition).toMatch(/^inline; filename="[\x20-\x7e]+\.pdf"; filename\*=UTF-8''/);
      expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe('Zug nach “Basel”.pdf');
    });
  });

  describe('with a signed URL', () => {
    const sign = async (path: string, as = company.mia) =>
      company.api.call(createSignedUrlRoute, { as, json: { path } });

    it('opens one file for 120 seconds, without a token', async () => {
      const { path, bytes } = await receiptOf();
      const signed = await sign(path);
      expect(signed).toEqual({ url: expect.stringMatching(new RegExp(`^${path}\\?`)), expires_in_seconds: 120 });
      const response = await get(signed.url);
      expect(response.status).toBe(200);
      expect(response.bytes.equals(bytes)).toBe(true);
      const { filename } = await company.report();
      expect((await get((await sign(`/reports/${filename}`)).url)).status).toBe(200);
    });

    it('is issued for files its creator may see: all for a super admin, 404 for another person’s', async () => {
      const { path } = await receiptOf();
      expect((await get((await sign(path, company.root)).url)).status).toBe(200);
      const ask = (as: Person, file: string) =>
        company.api.expectError('POST', '/api/signed-urls', { as, json: { path: file } });
      expect(await ask(company.paul, path)).toMatchObject({ status: 404 });
      expect(await ask(company.mia, '/uploads/none.pdf')).toMatchObject({ status: 404 });
      for (const bad of ['/api/auth/me', '/uploads/', '/uploads/../x', 'https://example.org/uploads/x.pdf', '']) {
        expect(await ask(company.mia, bad)).toMatchObject({ status: 400 });
      }
    });

    it('another file, another kind of file, another call or a changed character: 401', async () => {
      const [one, two] = [await receiptOf(), await receiptOf()];
      const { filename } = await company.report();
      const { url } = await sign(one.path);
      const [, query = ''] = url.split('?');
      const report = `/api/admin/reports/${filename}/download`;
      for (const path of [two.path, `/reports/${filename}`, report, '/api/auth/me', '/api/expenses']) {
        expect([path, (await get(`${path}?${query}`)).status]).toEqual([path, 401]);
      }
      for (let at = url.indexOf('=') + 1; at < url.length; at += 1) {
        const flipped = url.slice(0, at) + (url[at] === '1' ? '2' : '1') + url.slice(at + 1);
        expect((await get(flipped)).status).toBe(401);
      }
      expect(
        (await get(one.path, { ...company.mia, token: decodeURIComponent(query.split('=')[1] ?? '') })).status,
      ).toBe(401);
      expect((await get(`${one.path}?signature=${company.mia.token}`)).status).toBe(401);
    });

    it('ends with its session: after a password change or deactivation', async () => {
      const guest = await company.addPerson('team_member');
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

    it('expires after 120 seconds, not before', async () => {
      const { url } = await sign((await receiptOf()).path);
      company.clock.forward(118_000);
      expect((await get(url)).status).toBe(200);
      company.clock.forward(2_000);
      expect((await get(url)).status).toBe(401);
    });
  });

  describe('over time', () => {
    it('a receipt is bound by its hash and cannot be replaced after approval', async () => {
      const { id, path, bytes } = await receiptOf(pdf('as approved'));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const { body } = await company.api.send('PUT', `/api/admin/expenses/${id}/approve`, { as: company.root });
      expect(body).toMatchObject({ expense: { receipt_sha256: sha256 } });
      const changes: Fields[] = [{}, { remove_receipt: 'true', status: 'draft' }];
      for (const over of changes) {
        const form = company.form(over, pdf('something else'));
        expect(await company.api.expectError('PUT', `/api/expenses/${id}`, { as: company.mia, form })).toMatchObject({
          status: 409,
        });
      }
      expect((await get(path, company.mia)).bytes.equals(bytes)).toBe(true);
    });

    it('a receipt replaced before approval has a new name, and the old name is 404', async () => {
      const { id, path } = await receiptOf(pdf('first'));
      const form = company.form({}, pdf('second'));
      const { body } = await company.api.send('PUT', `/api/expenses/${id}`, { as: company.mia, form });
      const { receipt } = Object(Object(body).expense);
      expect(`/uploads/${receipt}`).not.toBe(path);
      expect((await get(`/uploads/${receipt}`, company.mia)).bytes.equals(await bytesOf(pdf('second')))).toBe(true);
      expect((await get(path, company.mia)).status).toBe(404);
    });
  });

  describe('the phone shortcut', () => {
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

    it('another person’s or an unknown upload is rejected as a receipt', async () => {
      const { filename } = await sent();
      const claim = (uploaded: string, as: Person) => {
        const form = company.form({ uploaded }, null);
        return company.api.expectError('POST', '/api/expenses', { as, form });
      };
      const message = expect.stringMatching(/^Failed to load uploaded file: .+ Please upload manually\.$/);
      expect(await claim(filename, company.paul)).toMatchObject({ status: 400, message });
      for (const name of ['none.pdf', '../../x', '..%2f..%2fx']) {
        expect(await claim(name, company.mia)).toMatchObject({ status: 400, message });
      }
    });

    it('an upload that is too large or not a receipt is rejected', async () => {
      expect((await upload(null)).status).toBe(400);
      expect((await upload(pdfOfSize(10_485_761))).status).toBe(413);
      expect((await upload(fileOf(Buffer.from('<svg/>'), 'x.png', 'image/png'))).status).toBe(400);
      expect((await company.api.send('POST', '/api/uploads', { as: company.mia, json: {} })).status).toBe(400);
    });
  });
});
