import { isErrorBody, routePath, type Route, type RouteBodyInput, type RouteQuery } from '@outlay/contracts';

/** The timeout is longer than any deadline of the product. */
const TIMEOUT_MS = 15_000;

export interface RequestOptions<R extends Route> {
  readonly token?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: RouteQuery<R>;
  readonly body?: RouteBodyInput<R> | FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TimedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly ms: number;
}

/** @throws if there is no response, or an error response that breaks the contract */
export async function send<R extends Route>(
  origin: string,
  route: R,
  { token, params, query, body, headers }: RequestOptions<R> = {},
): Promise<TimedResponse> {
  const url = new URL(routePath(route, params), origin);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value));
  const isJson = body !== undefined && !(body instanceof FormData);
  const started = performance.now();
  const response = await fetch(url, {
    method: route.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(isJson && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: isJson ? JSON.stringify(body) : (body as FormData | undefined),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const bytes = await response.arrayBuffer();
  const ms = performance.now() - started;
  const hasJson = response.headers.get('content-type')?.startsWith('application/json');
  const reply: unknown = hasJson ? JSON.parse(Buffer.from(bytes).toString()) : undefined;
  if (!response.ok && !isErrorBody(reply)) {
    throw new Error(`${route.method} ${route.path} returned ${response.status} without a message and a code`);
  }
  return { status: response.status, headers: response.headers, body: reply, ms };
}
