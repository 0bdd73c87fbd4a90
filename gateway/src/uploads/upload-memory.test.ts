import { RECEIPT_MAX_BYTES } from '@outlay/rules';
import { eventually } from '@outlay/testing';
import { request, type ClientRequest } from 'node:http';
import { png } from '../testing/sample-files.js';
import { sessionToken } from '../testing/session-token.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const START = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
const END = '\r\n--x--\r\n';
const FIRST_BYTES = 5;
const HALF = RECEIPT_MAX_BYTES / 2;
const NOBODY_WAITS = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'Too many receipts are being sent at the moment, so nothing was saved. Please try again in a moment.',
};

describe('receipts that are sent at once', () => {
  let gateway: TestGateway;
  let now: Date;
  const sending: ClientRequest[] = [];
  beforeEach(async () => {
    now = new Date('2026-03-01T10:00:00Z');
    gateway = await startTestGateway({ uploadMemory: 2 * RECEIPT_MAX_BYTES, clock: { now: () => now } });
  });
  afterEach(async () => {
    sending.splice(0).forEach((one) => one.destroy());
    await gateway.close();
  });
  const pass = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));

  /** Sends the first bytes of a receipt, and the others when `finish` is called. */
  async function startSending(as: string, length: number | null = RECEIPT_MAX_BYTES, path = '/api/uploads') {
    const one = request(gateway.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sessionToken(as)}`,
        'content-type': 'multipart/form-data; boundary=x',
        ...(length !== null && { 'content-length': length }),
      },
    });
    sending.push(one);
    const content = length === null ? png() : png(length - START.length - END.length);
    const answer = new Promise<{ status: number | undefined; body: string }>((resolve) => {
      one.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() }));
      });
      one.on('error', () => resolve({ status: undefined, body: '' }));
    });
    const write = (bytes: Buffer) => new Promise<void>((resolve) => one.write(bytes, () => resolve()));
    await write(Buffer.concat([Buffer.from(START), content.subarray(0, FIRST_BYTES)]));
    const finish = async (sent = FIRST_BYTES) => {
      one.end(Buffer.concat([content.subarray(sent), Buffer.from(END)]));
      return (await answer).status;
    };
    return { finish, answer, write, destroy: () => one.destroy() };
  }

  async function send(as = 'admin', path = '/api/uploads', field = 'file') {
    const body = new FormData();
    body.append(field, new Blob([new Uint8Array(png(RECEIPT_MAX_BYTES))]), 'a.png');
    if (path === '/api/expenses') body.append('status', 'draft');
    return gateway.call(path, { method: 'POST', as, body });
  }

  const isRefused = async (as = 'admin') => (await send(as)).status === 503;

  it.each([
    ['/api/uploads', 'file'],
    ['/api/expenses', 'receipt'],
  ])('are 503 with Retry-After at %s above the bound, and those under way are stored', async (path, field) => {
    const underWay = [await startSending('member'), await startSending('partner')];
    await eventually(isRefused);
    const refused = await send('admin', path, field);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.json()).toEqual(NOBODY_WAITS);
    expect(await Promise.all(underWay.map(({ finish }) => finish()))).toEqual([201, 201]);
    expect((await send('admin', path, field)).status).toBe(201);
  });

  it('count as the largest receipt if they state no length', async () => {
    const underWay = [await startSending('member', null), await startSending('partner', null)];
    await eventually(isRefused);
    expect(await Promise.all(underWay.map(({ finish }) => finish()))).toEqual([201, 201]);
  });

  it('leave room for forms without a receipt and for small ones', async () => {
    await startSending('member');
    await startSending('partner', RECEIPT_MAX_BYTES - 10_000);
    await eventually(isRefused);
    for (const file of [null, new Blob([])]) {
      const form = new FormData();
      form.append('status', 'draft');
      // Browsers send an empty text if no file was chosen.
      if (file) form.append('receipt', file, '');
      for (const as of ['member', 'partner', 'admin']) {
        expect((await gateway.call('/api/expenses', { method: 'POST', as, body: form })).status).toBe(201);
      }
    }
    const small = new FormData();
    small.append('file', new Blob([new Uint8Array(png(1000))]), 'a.png');
    expect((await gateway.call('/api/uploads', { method: 'POST', as: 'admin', body: small })).status).toBe(201);
  });

  it('of one person leave room for others', async () => {
    const first = await startSending('member');
    await eventually(() => isRefused('member'));
    const others = await Promise.all(Array.from({ length: 12 }, () => startSending('member')));
    expect(new Set((await Promise.all(others.map(({ answer }) => answer))).map(({ status }) => status))).toEqual(
      new Set([503]),
    );
    expect((await send('partner')).status).toBe(201);
    expect(await first.finish()).toBe(201);
  });

  it('make room for others if they arrive too slowly, and not otherwise', async () => {
    const [slow, steady] = [await startSending('member'), await startSending('partner')];
    await eventually(isRefused);
    pass(10);
    expect(await isRefused()).toBe(true);
    await steady.write(png(RECEIPT_MAX_BYTES).subarray(FIRST_BYTES, HALF));
    pass(40);
    await eventually(async () => (await send()).status === 201);
    expect(await slow.answer).toMatchObject({ status: 503, body: expect.stringMatching('arrived too slowly') });
    expect(await steady.finish(HALF)).toBe(201);
  });

  it('whose senders disconnect make room for others', async () => {
    const underWay = [await startSending('member'), await startSending('partner')];
    await eventually(isRefused);
    underWay.forEach(({ destroy }) => destroy());
    await eventually(async () => (await send()).status === 201);
  });

  it('of nobody hold no memory', async () => {
    const body = () => new Blob([new Uint8Array(png(1000))]);
    const anonymous = () => gateway.call('/api/uploads', { method: 'POST', body: body() });
    await Promise.all(Array.from({ length: 5 }, anonymous));
    expect((await send()).status).toBe(201);
  });
});
