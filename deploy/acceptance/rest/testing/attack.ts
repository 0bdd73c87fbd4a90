import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Company } from './company.js';

/** Expects that an attack changes nothing a super admin can read. */
export async function expectNoChange<T>(company: Company, attack: () => Promise<T>): Promise<T> {
  const before = await everything(company);
  const outcome = await attack();
  expect(await everything(company)).toEqual(before);
  return outcome;
}

/** Plain `fetch`, because the checks of `Api` would slow down every attack. */
async function everything({ product, root }: Company) {
  const lists = ['expenses-with-users', 'users', 'invites', 'reports'];
  const headers = { authorization: `Bearer ${root.token}` };
  return Promise.all(
    lists.map(async (list) => {
      const response = await fetch(new URL(`/api/admin/${list}`, product.origin), { headers });
      expect(response.status).toBe(200);
      // A report may become ready in the meantime.
      return (await response.text()).replace(/"status":"(pending|ready)"/g, '"status":"made"');
    }),
  );
}

export interface RawRequest {
  readonly method?: string;
  readonly as?: { readonly token: string };
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly json?: unknown;
  readonly body?: string | Buffer;
  readonly from?: string;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Only Linux assigns all of 127.0.0.0/8 to loopback. */
export const itFromManyAddresses = process.platform === 'linux' ? it : it.skip;

/** Sends without `fetch`, which would normalise paths such as `..`. */
export async function sendRaw(origin: string, path: string, sent: RawRequest = {}): Promise<RawResponse> {
  const { method = 'GET', as, json, from } = sent;
  const { hostname, port } = new URL(origin);
  const body = json === undefined ? sent.body : JSON.stringify(json);
  const headers = {
    ...(as && { authorization: `Bearer ${as.token}` }),
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    ...sent.headers,
  };
  const options = {
    hostname,
    port,
    path,
    method,
    headers,
    agent: false,
    ...(from !== undefined && { localAddress: from }),
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(options, resolve).on('error', reject).end(body);
  });
  const { statusCode: status = 0, headers: received } = response;
  if (received['content-type']?.startsWith('text/event-stream')) {
    // It would go on for minutes.
    response.destroy();
    return { status, headers: received, text: '' };
  }
  return { status, headers: received, text: (await buffer(response)).toString() };
}
