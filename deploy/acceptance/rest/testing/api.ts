import { isErrorBody, routePath, type ErrorBody, type Route, type RouteReply } from '@outlay/contracts';
import { createReplyCheck } from '@outlay/testing/openapi-check';
import type { Product } from './product.js';

/** What a request carries; nothing of it is checked here, since the suite sends nonsense too. */
export interface Ask {
  readonly as?: { readonly token: string };
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** A body as it stands. */
  readonly text?: string;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** What the JSON says; undefined for anything else. */
  readonly body: unknown;
}

/** The product's REST calls, each answer held against the product's own description of them. */
export class Api {
  private constructor(
    readonly origin: string,
    private readonly check: ReturnType<typeof createReplyCheck>,
  ) {}

  static async of({ origin }: Pick<Product, 'origin'>): Promise<Api> {
    const description = await fetch(new URL('/api/openapi.json', origin));
    return new Api(origin, createReplyCheck(Object(await description.json())));
  }

  async send(method: string, path: string, { as, query, json, text, form, headers }: Ask = {}): Promise<Answer> {
    const url = new URL(path, this.origin);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...(as && { authorization: `Bearer ${as.token}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: form ?? text ?? (json === undefined ? undefined : JSON.stringify(json)),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json') && bytes.length > 0;
    const body: unknown = isJson ? JSON.parse(bytes.toString()) : undefined;
    const { status } = response;
    this.check({ method, path: url.pathname, status, contentType: response.headers.get('content-type'), body });
    return { status, headers: response.headers, bytes, body };
  }

  /** A documented call that must succeed: its documented status, and its reply read by its contract. */
  async call<R extends Route>(
    route: R,
    ask: Ask & { readonly params?: Readonly<Record<string, string>> } = {},
  ): Promise<RouteReply<R>> {
    const answer = await this.send(route.method, routePath(route, ask.params), ask);
    if (answer.status === (route.status ?? 200)) return route.reply.parse(answer.body) as RouteReply<R>;
    throw new Error(`${route.method} ${route.path} answered ${answer.status}: ${answer.bytes.toString()}`);
  }

  /** A call that must be refused: the status and what the answer says. */
  async refusal(method: string, path: string, ask: Ask = {}): Promise<ErrorBody & { readonly status: number }> {
    const { status, body, bytes } = await this.send(method, path, ask);
    if (status >= 400 && isErrorBody(body)) return { status, ...body };
    throw new Error(`${method} ${path} was not refused: ${status} ${bytes.toString().slice(0, 500)}`);
  }
}
