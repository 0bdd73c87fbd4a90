import { RECEIPT_MAX_BYTES } from '@outlay/rules';
import { eventually } from '@outlay/testing';
import { request, type ClientRequest } from 'node:http';
import { png } from '../testing/sample-files.js';
import { sessionToken } from '../testing/session-token.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const START = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
const END = '\r\n--x--\r\n';

describe('receipts that are sent at once', () => {
  let gateway: TestGateway;
  const sending: ClientRequest[] = [];
  beforeEach(async () => {
    gateway = await startTestGateway({ uploadMemory: 2 * RECEIPT_MAX_BYTES });
  });
  afterEach(async () => {
    sending.splice(0).forEach((one) => one.destroy());
    await gateway.close();
  });

  /** Starts to send a receipt, and goes on when `finish` is called. */
  async function startSending(length: number | null = RECEIPT_MAX_BYTES, path = '/api/uploads') {
    const one = request(gateway.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sessionToken('member')}`,
        'content-type': 'multipart/form-data; boundary=x',
        ...(length !== null && { 'content-length': length }),
      },
    });
    sending.push(one);
    const status = new Promise<number | undefined>((resolve) => {
      one.on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      one.on('error', () => resolve(undefined));
    });
    await new Promise<void>((resolve) => one.write(START, () => resolve()));
    const finish = () => {
      const content = length === null ? png() : png(length - START.length - END.length);
      one.end(Buffer.concat([content, Buffer.from(END)]));
      return status;
    };
    return { finish, destroy: () => one.destroy() };
  }

  async function send(path = '/api/uploads', field = 'file') {
    const body = new FormData();
    body.append(field, new Blob([new Uint8Array(png(RECEIPT_MAX_BYTES))]), 'a.png');
    if (path === '/api/expenses') body.append('status', 'draft');
    return gateway.call(path, { method: 'POST', as: 'member', body });
  }

  const isRefused = async () => (await send()).status === 503;

  it.each([
    ['/api/uploads', 'file'],
    ['/api/expenses', 'receipt'],
  ])('are 503 with Retry-After at %s above the bound, and those under way are stored', async (path, field) => {
    const underWay = [await startSending(), await startSending()];
    await eventually(isRefused);
    const refused = await send(path, field);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.json()).toEqual({
      code: 'SERVICE_UNAVAILABLE',
      message: 'Too many receipts are being sent at the moment, so nothing was saved. Please try again in a moment.',
    });
    expect(await Promise.all(underWay.map(({ finish }) => finish()))).toEqual([201, 201]);
    expect((await send(path, field)).status).toBe(201);
  });

  it('count as the largest receipt if they state no length', async () => {
    const underWay = [await startSending(null), await startSending(null)];
    await eventually(isRefused);
    expect(await Promise.all(underWay.map(({ finish }) => finish()))).toEqual([201, 201]);
  });

  it('leave room for expenses without a receipt and for small ones', async () => {
    await startSending();
    await startSending(RECEIPT_MAX_BYTES - 10_000);
    await eventually(isRefused);
    const draft = await gateway.call('/api/expenses', { method: 'POST', as: 'member', json: { status: 'draft' } });
    expect(draft.status).toBe(201);
    const small = new FormData();
    small.append('file', new Blob([new Uint8Array(png(1000))]), 'a.png');
    expect((await gateway.call('/api/uploads', { method: 'POST', as: 'member', body: small })).status).toBe(201);
  });

  it('whose senders disconnect make room for others', async () => {
    const underWay = [await startSending(), await startSending()];
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
