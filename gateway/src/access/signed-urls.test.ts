import type { ExpenseJson } from '@outlay/contracts';
import { png } from '../testing/sample-files.js';
import { SECRET, sessionToken } from '../testing/session-token.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';
import { report, reportBytes, reportFile } from '../testing/test-reports.js';
import { TestUsers } from '../testing/test-users.js';

const START = Date.parse('2026-03-01T10:00:00Z');

describe('a signed URL', () => {
  let gateway: TestGateway;
  let now = START;
  let receipt: string;
  const reportPath = `/reports/${report.filename}`;

  const upload = async (bytes: Buffer) => {
    const body = new FormData();
    body.append('status', 'draft');
    body.append('receipt', new Blob([new Uint8Array(bytes)]), 'a.png');
    const response = await gateway.call('/api/expenses', { method: 'POST', as: 'member', body });
    return `/uploads/${((await response.json()) as { expense: ExpenseJson }).expense.receipt}`;
  };
  const ask = (path: string, as?: string) =>
    gateway.call('/api/signed-urls', { method: 'POST', json: { path }, ...(as !== undefined && { as }) });
  const sign = async (path: string, as = 'member') => ((await (await ask(path, as)).json()) as { url: string }).url;
  const statusOf = async (path: string, init: Parameters<TestGateway['call']>[1] = {}) =>
    (await gateway.call(path, init)).status;

  beforeAll(async () => {
    gateway = await startTestGateway({ clock: { now: () => new Date(now) } });
    await gateway.blobs.put(reportFile.blobKey, reportBytes, { contentType: 'x/y' });
    receipt = await upload(png(200));
  });
  afterEach(() => {
    now = START;
    TestUsers.loggedOut.clear();
  });
  afterAll(() => gateway.close());

  it('is created for a name in any escaping', async () => {
    expect(await sign(receipt.replace('.', '%2E'))).toBe(await sign(receipt));
  });

  it('that is truncated, empty, doubled or invented is rejected', async () => {
    const url = await sign(receipt);
    const signature = url.slice(url.indexOf('=') + 1);
    const made = [signature.slice(0, -1), '', `${signature}&signature=${signature}`, 'null', '9999999999.1.member.'];
    for (const each of made) expect(await statusOf(`${receipt}?signature=${each}`)).toBe(401);
  });

  it('signed with another secret is rejected', async () => {
    const foreign = await startTestGateway({ jwtSecret: 'another secret' });
    try {
      const headers = { authorization: `Bearer ${sessionToken('member', { secret: 'another secret' })}` };
      const made = await foreign.call('/api/signed-urls', { method: 'POST', headers, json: { path: reportPath } });
      expect(await statusOf(((await made.json()) as { url: string }).url)).toBe(401);
    } finally {
      await foreign.close();
    }
  });

  it('signed with another secret that is accepted is valid', async () => {
    const changing = await startTestGateway({
      clock: { now: () => new Date(now) },
      jwtSecret: 'the next secret',
      acceptedJwtSecret: SECRET,
    });
    await changing.blobs.put(reportFile.blobKey, reportBytes, { contentType: 'x/y' });
    const path = await sign(reportPath);
    expect((await changing.call(path)).status).toBe(200);
    await changing.close();
  });

  it('does not replace an invalid token sent with it', async () => {
    const url = await sign(receipt);
    expect(await statusOf(url, { headers: { authorization: 'Bearer nonsense' } })).toBe(401);
    expect(await statusOf(url, { headers: { authorization: '' } })).toBe(401);
    expect(await statusOf(`${receipt}?signature=nonsense`, { as: 'member' })).toBe(200);
  });

  it('and a session token are not interchangeable', async () => {
    const url = await sign(receipt);
    const signature = decodeURIComponent(url.slice(url.indexOf('=') + 1));
    expect(await statusOf(receipt, { headers: { authorization: `Bearer ${signature}` } })).toBe(401);
    expect(await statusOf('/api/auth/me', { headers: { authorization: `Bearer ${signature}` } })).toBe(401);
    expect(await statusOf(`${receipt}?signature=${sessionToken('member')}`)).toBe(401);
    expect(await statusOf(`${receipt}?token=${sessionToken('member')}`)).toBe(401);
  });

  it.each([
    ['/uploads/no-such-file.png', 404],
    ['/reports/of-somebody-else.xlsx', 404],
    ['/uploads/..%2f..%2fetc%2fpasswd', 404],
    ['/uploads/%zz', 404],
    ['/uploads/a/b', 400],
    ['/uploads/', 400],
    ['/uploads/a?b', 400],
    ['/api/auth/me', 400],
    ['https://evil.example/uploads/x', 400],
    ['', 400],
  ])('is not created for %j', async (path, status) => {
    expect((await ask(path, 'member')).status).toBe(status);
  });

  it('is not created without a session', async () => {
    expect((await ask(receipt)).status).toBe(401);
  });
});
