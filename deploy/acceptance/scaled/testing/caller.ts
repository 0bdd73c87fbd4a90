import { isErrorBody, routePath, type Route, type RouteBodyInput, type RouteQuery } from '@outlay/contracts';

/** Longer than anything may take: who waits so long has found a hang. */
const HANG_MS = 15_000;

export interface Ask<R extends Route> {
  readonly token?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: RouteQuery<R>;
  readonly body?: RouteBodyInput<R> | FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a caller saw, and how long it took in milliseconds. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly ms: number;
}

/** One request, whatever comes of it. Throws where nothing is answered, or an error that is none of the contract's. */
export async function ask<R extends Route>(
  origin: string,
  route: R,
  { token, params, query, body, headers }: Ask<R> = {},
): Promise<Answer> {
  const url = new URL(routePath(route, params), origin);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value));
  const isJson = body !== undefined && !(body instanceof FormData);
  const began = performance.now();
  const response = await fetch(url, {
    method: route.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(isJson && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: isJson ? JSON.stringify(body) : (body as FormData | undefined),
    signal: AbortSignal.timeout(HANG_MS),
  });
  const bytes = await response.arrayBuffer();
  const ms = performance.now() - began;
  const holdsJson = response.headers.get('content-type')?.startsWith('application/json');
  const answer: unknown = holdsJson ? JSON.parse(Buffer.from(bytes).toString()) : undefined;
  if (!response.ok && !isErrorBody(answer)) {
    throw new Error(`${route.method} ${route.path} answered ${response.status} without a message and a code`);
  }
  return { status: response.status, headers: response.headers, body: answer, ms };
}
