import { BODY_LIMIT, isErrorBody } from '@outlay/contracts';
import fc from 'fast-check';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startOwnCompany, type Company } from './company.js';
import { malformedRequests, type Malformed } from './malformed.js';

const CONCURRENCY = 40;
const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
/** The seed in the test's name repeats a run. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

interface Finding extends Malformed {
  readonly found: string;
}

export function describeFuzzing({ requests: count }: { readonly requests: number }): void {
  it(
    `${count} malformed requests (seed ${seed}) get readable errors and change nothing`,
    () => sendMalformed(count),
    240_000,
  );
}

async function sendMalformed(count: number): Promise<void> {
  const company = await startOwnCompany();
  const { api, root } = company;
  try {
    const document = (await api.send('GET', '/api/openapi.json')).body;
    const kept = await company.expense('submitted');
    const before = await everything(company);
    const requests = fc.sample(malformedRequests(Object(document)), { numRuns: count, seed });
    expect(new Set(requests.map(({ fault }) => fault)).size).toBe(7);

    const findings: Finding[] = [];
    for (let from = 0; from < requests.length; from += CONCURRENCY) {
      const batch = requests.slice(from, from + CONCURRENCY);
      const found = await Promise.all(batch.map((request, i) => judge(api.origin, request, root.token, from + i)));
      findings.push(...found.filter((finding) => finding !== null));
    }
    expect(findings.slice(0, 5)).toEqual([]);
    expect(await everything(company)).toEqual(before);
    expect(await company.approve(kept)).toMatchObject({ status: 'approved' });
    expect((await api.send('GET', '/api/health/ready')).status).toBe(200);
  } finally {
    agent.destroy();
    await company.close();
  }
}

async function everything({ api, root }: Company): Promise<unknown[]> {
  const lists = ['expenses-with-users', 'users', 'invites', 'reports'];
  return Promise.all(lists.map(async (list) => (await api.send('GET', `/api/admin/${list}`, { as: root })).body));
}

async function judge(origin: string, request: Malformed, token: string, number: number): Promise<Finding | null> {
  const { status, type, text } = await sendRaw(origin, request, token, number);
  // Invalid requests are rejected before the resource is looked up.
  const isLong = Buffer.byteLength(request.body ?? '') > BODY_LIMIT;
  const rejected = request.fault.endsWith('fit') && !isLong ? status === 400 : status >= 400 && status < 500;
  const readable = type?.startsWith('application/json') && isErrorBody(parsed(text));
  const leaksInternals = /\bat .+:\d+:\d+|node_modules|SQLITE|mongo/i.test(text);
  if (rejected && readable && !leaksInternals) return null;
  return { ...request, body: request.body?.slice(0, 300) ?? null, found: `${status} ${text.slice(0, 300)}` };
}

/** An address that sends what cannot be parsed is soon refused, so requests come from many, where there are many (Linux). */
const addressOf = (number: number) =>
  process.platform === 'linux' && { localAddress: `127.0.55.${(number % 200) + 1}` };

/** Sends without `fetch`, which would normalise paths such as `..`. */
async function sendRaw(origin: string, { method, path, headers, body }: Malformed, token: string, number: number) {
  const { hostname, port } = new URL(origin);
  const sent = { authorization: `Bearer ${token}`, ...headers };
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest({ hostname, port, method, path, headers: sent, agent, ...addressOf(number) }, resolve)
      .on('error', reject)
      .end(body);
  });
  const text = (await buffer(message)).toString();
  return { status: message.statusCode ?? 0, type: message.headers['content-type'], text };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
