import { ERROR_STATUS, type ErrorBody, type ErrorCode, type ExpenseJson } from '@outlay/contracts';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { pageOf } from './list-replies';
import type { FileKey, Reply, ReplyKey, Routes } from '#lib/routes';

export interface ReceivedCall {
  /** The JSON body, or the fields of a form; null without one. */
  body: unknown;
  params: Readonly<Record<string, unknown>>;
  query: URLSearchParams;
  token: string | null;
  idempotencyKey: string | null;
}

type Answer<K extends ReplyKey> =
  Reply<K> | ((call: ReceivedCall) => Reply<K> | Response | Promise<Reply<K> | Response>);

const on = (key: keyof Routes, respond: Parameters<typeof http.all>[1]): HttpHandler => {
  const [method = '', path = ''] = key.split(' ');
  const verb = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete }[method];
  if (!verb) throw new Error(`No such method: ${key}`);
  return verb(path.replace(/\{(\w+)\}/g, ':$1'), respond);
};

async function bodyOf(request: Request): Promise<unknown> {
  const type = request.headers.get('Content-Type') ?? '';
  if (type.includes('multipart/form-data')) return Object.fromEntries(await request.formData());
  const text = await request.text();
  return text ? (JSON.parse(text) as unknown) : null;
}

export function answer<K extends ReplyKey>(key: K, reply: Answer<K>): HttpHandler {
  return on(key, async ({ request, params }) => {
    const { pathname, searchParams: query } = new URL(request.url);
    const isList = key === 'GET /api/expenses' || key === 'GET /api/admin/expenses-with-users';
    const json = (value: unknown) =>
      isList ? pageOf(value as ExpenseJson[], query, pathname) : HttpResponse.json(value as object);
    if (typeof reply !== 'function') return json(reply);
    const result = await reply({
      body: await bodyOf(request),
      params,
      query,
      token: request.headers.get('Authorization')?.replace('Bearer ', '') ?? null,
      idempotencyKey: request.headers.get('Idempotency-Key'),
    });
    return result instanceof Response ? result : json(result);
  });
}

export function refusal(code: ErrorCode, message: string, details?: unknown): Response {
  return HttpResponse.json({ code, message, details } satisfies ErrorBody, { status: ERROR_STATUS[code] });
}

export function refuse(key: keyof Routes, code: ErrorCode, message: string, details?: unknown): HttpHandler {
  return on(key, () => refusal(code, message, details));
}

/** An error response without our body, as from a proxy. */
export function breakDown(key: keyof Routes, status: number): HttpHandler {
  return on(key, () => new HttpResponse(null, { status }));
}

/** Breaks down until `isMended`; then the route's other handler answers. */
export function breakDownUntil(key: keyof Routes, isMended: () => boolean): HttpHandler {
  return on(key, () => (isMended() ? undefined : new HttpResponse(null, { status: 500 })));
}

export function noAnswer(key: keyof Routes): HttpHandler {
  return on(key, () => HttpResponse.error());
}

export function hang(key: keyof Routes): HttpHandler {
  return on(key, () => new Promise<Response>(() => undefined));
}

export function hold<Value = void>() {
  let release!: (value: Value) => void;
  const held = new Promise<Value>((resolve) => (release = resolve));
  return { held, release };
}

export function answerFile(
  key: FileKey,
  content: string,
  type: string,
  filename = 'file',
  onAsked?: (query: URLSearchParams) => void,
): HttpHandler {
  return on(key, ({ request }) => {
    onAsked?.(new URL(request.url).searchParams);
    return new HttpResponse(content, {
      headers: {
        'Content-Type': type,
        'Content-Length': String(content.length),
        'Content-Disposition': `attachment; filename="${filename}"`,
      },
    });
  });
}
