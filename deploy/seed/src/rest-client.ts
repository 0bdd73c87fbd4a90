import { setTimeout as wait } from 'node:timers/promises';
import {
  isErrorBody,
  OutlayError,
  routePath,
  type Route,
  type RouteBodyInput,
  type RouteQuery,
  type RouteReply,
} from '@outlay/contracts';

const TIMEOUT_MS = 30_000;
const ATTEMPTS = 6;

export interface RestRequest<R extends Route> {
  readonly token?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: RouteQuery<R>;
  readonly body?: RouteBodyInput<R> | FormData;
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Waits and repeats a request when the server throttles it. */
export class RestClient {
  constructor(
    readonly origin: string,
    private readonly attempts = ATTEMPTS,
  ) {}

  /** @throws OutlayError with the server's error */
  async call<R extends Route>(route: R, request: RestRequest<R> = {}): Promise<RouteReply<R>> {
    const response = await this.send(route, request);
    const reply: unknown = await response.json();
    if (response.ok) return route.reply.parse(reply) as RouteReply<R>;
    if (isErrorBody(reply)) throw new OutlayError(reply.code, reply.message, reply.details);
    throw new Error(`${route.method} ${route.path} returned ${response.status}`);
  }

  /** The response as it is, whatever its status. */
  async send<R extends Route>(
    route: R,
    { token, params, query, body, idempotencyKey, headers }: RestRequest<R> = {},
  ): Promise<Response> {
    const url = new URL(routePath(route, params), this.origin);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value));
    const isForm = body instanceof FormData;
    const init: RequestInit = {
      method: route.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    };
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (response.status !== 429 || attempt === this.attempts) return response;
      await response.body?.cancel();
      await wait(1000 * Math.min(30, Number(response.headers.get('retry-after')) || 1));
    }
  }
}
