import { traceCall } from './debug';
import { ApiError, NetworkError } from './errors';
import type { EventKey, OptionsArg, PagedKey, PublicKey, Reply, ReplyKey, Routes } from './routes';
import { expireSession, getToken } from './session';

/** Calls without a token: their 401 means wrong input, not an ended session. */
const PUBLIC = {
  'POST /api/auth/login': true,
  'POST /api/auth/register': true,
  'POST /api/auth/reset-password-with-code': true,
  'GET /api/exchange-rate': true,
} satisfies Record<PublicKey, true>;

export const CORRELATION = 'X-Correlation-Id';

interface Call {
  method: string;
  url: string;
  token: string | null;
  headers: Record<string, string>;
  body: FormData | string | undefined;
  signal: AbortSignal | undefined;
  keepSession: boolean | undefined;
}

export interface AnyOptions {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
  accept?: string;
  signal?: AbortSignal;
  keepSession?: boolean;
}

export function toCall(key: keyof Routes, options: AnyOptions): Call {
  const { params = {}, query = {}, body, idempotencyKey, accept, signal, keepSession } = options;
  const [method = '', template = ''] = key.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
  const token = key in PUBLIC ? null : getToken();
  const isForm = body instanceof FormData;
  return {
    method,
    url: search ? `${path}?${search}` : path,
    token,
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
      ...(accept === undefined ? {} : { Accept: accept }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    },
    body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
    signal,
    keepSession,
  };
}

/** A rejected token ends the session, unless a newer login has replaced it. */
export function toApiError({ token, keepSession }: Call, status: number, text: string): ApiError {
  if (status === 401 && !keepSession && token !== null && token === getToken()) expireSession();
  return new ApiError(status, parseObject(text));
}

export function parseObject(text: string): object {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** Browsers end a request with its page, unless it asks to be kept, and refuse to keep more than 64 kB in all. */
const KEPT_AT_MOST = 4_000;

/** Whether the browser finishes the request after its page was left. */
function outlivesPage({ method, body = '' }: Call): boolean {
  return method !== 'GET' && typeof body === 'string' && body.length <= KEPT_AT_MOST;
}

export async function send(call: Call): Promise<Response> {
  const { url, method, headers, body, signal } = call;
  const trace = traceCall(method, url);
  let response: Response;
  try {
    response = await fetch(url, { method, headers, body, signal, keepalive: outlivesPage(call) });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    trace?.('no answer', null);
    throw new NetworkError(cause);
  }
  trace?.(response.status, response.headers.get(CORRELATION));
  if (!response.ok) throw toApiError(call, response.status, await response.text());
  return response;
}

/** Rejects with an ApiError for an error response, or a NetworkError without one. A rejected token ends the session. */
export async function api<K extends ReplyKey>(key: K, ...[options]: OptionsArg<K>): Promise<Reply<K>> {
  const response = await send(toCall(key, (options ?? {}) as AnyOptions));
  return readJson<Reply<K>>(response, options?.signal);
}

async function readJson<Json>(response: Response, signal?: AbortSignal): Promise<Json> {
  try {
    return (await response.json()) as Json;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new NetworkError(cause);
  }
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The cursor of the next page. */
  readonly next: string | null;
  /** The version of the whole list; empty if the reply has none. */
  readonly version: string;
}

/** One page of a list: the `Link` header leads to the next, the `ETag` is the list's version. Rejects as `api` does. */
export async function apiPage<K extends PagedKey>(
  key: K,
  options: { query: NonNullable<OptionsArg<PagedKey>[0]>['query']; signal?: AbortSignal | undefined },
): Promise<Page<Reply<K>[number]>> {
  const response = await send(toCall(key, options as AnyOptions));
  const rows = await readJson<Reply<K>>(response, options.signal);
  const [, next] = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '') ?? [];
  const [, version = ''] = /"(.*)"/.exec(response.headers.get('ETag') ?? '') ?? [];
  return { rows, next: next ? new URL(next, location.origin).searchParams.get('cursor') : null, version };
}

/** Calls back for every server-sent event until the stream ends. `EventSource` cannot send the session's token. */
export async function apiEvents<K extends EventKey>(
  key: K,
  options: { signal: AbortSignal; query?: Record<string, string>; accept?: string; keepSession?: boolean },
  onEvent: (event: Reply<K>) => void,
): Promise<void> {
  const response = await send(toCall(key, options));
  const decoder = new TextDecoder();
  let text = '';
  await readChunks(response, (chunk) => {
    const events = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const [, data] = /^data: (.*)$/m.exec(event) ?? [];
      if (data) onEvent(JSON.parse(data) as Reply<K>);
    }
  });
}

export async function readChunks(response: Response, onChunk: (chunk: Uint8Array<ArrayBuffer>) => void): Promise<void> {
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) onChunk(part.value);
}
