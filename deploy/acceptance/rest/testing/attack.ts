import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Company } from './company.js';

/** The roles below a super admin. */
export const LESSER_ROLES = ['team_member', 'partner'] as const;

/**
 * Makes an attack, and sees that it wrote nothing: all that a super admin can read of the product is as it was,
 * each expense at its revision.
 */
export async function withoutATrace<T>(company: Company, attack: () => Promise<T>): Promise<T> {
  const before = await everything(company);
  const outcome = await attack();
  expect(await everything(company)).toEqual(before);
  return outcome;
}

/** As text, and not through the checks of `Api`, since it is asked for twice an attack. */
async function everything({ product, root }: Company) {
  const lists = ['expenses-with-users', 'users', 'invites', 'reports'];
  const headers = { authorization: `Bearer ${root.token}` };
  return Promise.all(
    lists.map(async (list) => {
      const answer = await fetch(new URL(`/api/admin/${list}`, product.origin), { headers });
      expect(answer.status).toBe(200);
      // How far a report has come is its worker's doing.
      return (await answer.text()).replace(/"status":"(pending|ready)"/g, '"status":"made"');
    }),
  );
}

export interface RawRequest {
  readonly method?: string;
  readonly as?: { readonly token: string };
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly json?: unknown;
  readonly body?: string | Buffer;
  /** The sender's own address, one of the loopback's. */
  readonly from?: string;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** The sender's addresses can only be chosen where the whole of 127.0.0.0/8 is the loopback's. */
export const itFromManyAddresses = process.platform === 'linux' ? it : it.skip;

/** Sends a request as it stands: `fetch` straightens a path such as `..` and has one address alone. */
export async function sendAsIs(origin: string, path: string, sent: RawRequest = {}): Promise<RawAnswer> {
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
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(options, resolve).on('error', reject).end(body);
  });
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: (await buffer(answer)).toString() };
}
