import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { OutlayError, profileRoute } from '@outlay/contracts';
import { demoClaims } from './demo-company.js';
import { createClaim } from './claim-requests.js';
import { RestClient } from './rest-client.js';

interface CannedResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

let server: Server | undefined;
afterEach(() => server?.close());

async function serverReturning(responses: CannedResponse[]) {
  const requests: { message: IncomingMessage; body: Response }[] = [];
  server = createServer(async (message, response) => {
    const type = message.headers['content-type'];
    const body = new Response(await buffer(message), { headers: type ? { 'content-type': type } : {} });
    requests.push({ message, body });
    const { status, body: reply, headers } = responses.shift() ?? { status: 500, body: {} };
    response.writeHead(status, headers).end(JSON.stringify(reply));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { requests, api: new RestClient(`http://127.0.0.1:${port}`) };
}

const profile = {
  id: 'u1',
  first_name: 'Ingrid',
  last_name: 'Solberg',
  email: 'ingrid.solberg@demo.example',
  role: 'partner',
  reimbursement_currency: 'EUR',
  status: 'active',
};

test('repeats a throttled request after the time the server asks for', async () => {
  const { api, requests } = await serverReturning([
    { status: 429, body: { code: 'TOO_MANY_REQUESTS', message: 'Slow down' }, headers: { 'retry-after': '1' } },
    { status: 200, body: profile },
  ]);
  const started = performance.now();
  expect(await api.call(profileRoute, { token: 't' })).toEqual(profile);
  expect(performance.now() - started).toBeGreaterThan(950);
  expect(requests.map(({ message }) => message.headers.authorization)).toEqual(['Bearer t', 'Bearer t']);
});

test('throws the error that the server returned', async () => {
  const { api } = await serverReturning([{ status: 403, body: { code: 'FORBIDDEN', message: 'Not you' } }]);
  await expect(api.call(profileRoute)).rejects.toEqual(new OutlayError('FORBIDDEN', 'Not you'));
});

test('a claim in a currency without a rate is created in the reimbursement currency of its owner, with a matching receipt', async () => {
  const claim = demoClaims('outlay', '2026-03-31').find(
    ({ purchase, outcome, noReceipt, override }) =>
      purchase.receipt.currency === 'XOF' && outcome.status === 'paid' && !noReceipt && !override,
  );
  if (!claim) throw new Error('The sample has no such claim');
  const person = { ...claim.purchase.owner, reimbursementCurrency: 'EUR' } as const;
  const { api, requests } = await serverReturning([
    { status: 404, body: { code: 'RATE_NOT_AVAILABLE', message: 'No exchange rate is available' } },
    { status: 400, body: { code: 'INVALID_INPUT', message: 'That is enough' } },
  ]);
  await expect(createClaim(api, claim, { person, userId: 'u1', token: 't' }, '2026-03-31')).rejects.toThrow(
    'That is enough',
  );
  const [first, second] = await Promise.all(requests.map(({ body }) => body.formData()));
  expect([first?.get('currency'), second?.get('currency')]).toEqual(['XOF', 'EUR']);
  expect(Number(second?.get('amount'))).toBeLessThan(Number(first?.get('amount')) / 600);
  expect(second?.get('status')).toBe('submitted');
  expect(second?.get('receipt')).toBeInstanceOf(File);
  const [before, after] = [first, second].map((form) => form?.get('receipt')) as [File, File];
  expect(Buffer.from(await after.arrayBuffer()).equals(Buffer.from(await before.arrayBuffer()))).toBe(false);
});
