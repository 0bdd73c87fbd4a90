import { isErrorBody, routePath, type ErrorBody, type Route, type RouteReply } from '@outlay/contracts';
import { createReplyCheck } from '@outlay/testing/openapi-check';
import type { Product } from './product.js';

/** The options are unchecked, because tests also send invalid requests. */
export interface RequestOptions {
  readonly as?: { readonly token: string };
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly body: unknown;
}

/** Calls the REST API and checks each response against the product's OpenAPI description. */
export class Api {
  private constructor(
    readonly origin: string,
    private readonly check: ReturnType<typeof createReplyCheck>,
  ) {}

  static async of({ origin }: Pick<Product, 'origin'>): Promise<Api> {
    const description = await fetch(new URL('/api/openapi.json', origin));
    return new Api(origin, createReplyCheck(Object(await description.json())));
  }

  async send(
    method: string,
    path: string,
    { as, query, json, text, form, headers }: RequestOptions = {},
  ): Promise<ApiResponse> {
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
    const type = response.headers.get('content-type') ?? '';
    const bytes = type.startsWith('text/event-stream')
      ? await firstBytes(response)
      : Buffer.from(await response.arrayBuffer());
    const isJson = type.startsWith('application/json') && bytes.length > 0;
    const body: unknown = isJson ? JSON.parse(bytes.toString()) : undefined;
    const { status } = response;
    this.check({ method, path: url.pathname, status, contentType: response.headers.get('content-type'), body });
    return { status, headers: response.headers, bytes, body };
  }

  /** Returns the parsed reply. @throws Error unless it has the documented status */
  async call<R extends Route>(
    route: R,
    options: RequestOptions & { readonly params?: Readonly<Record<string, string>> } = {},
  ): Promise<RouteReply<R>> {
    const response = await this.send(route.method, routePath(route, options.params), options);
    if (response.status === (route.status ?? 200)) return route.reply.parse(response.body) as RouteReply<R>;
    throw new Error(`${route.method} ${route.path} returned ${response.status}: ${response.bytes.toString()}`);
  }

  /** Returns the error of a call. @throws Error if it does not fail with a documented error body */
  async expectError(
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<ErrorBody & { readonly status: number }> {
    const { status, body, bytes } = await this.send(method, path, options);
    if (status >= 400 && isErrorBody(body)) return { status, ...body };
    throw new Error(`${method} ${path} was not rejected: ${status} ${bytes.toString().slice(0, 500)}`);
  }
}

/** The first bytes of a stream that would otherwise go on for minutes. */
async function firstBytes({ body }: Response): Promise<Buffer> {
  const reader = body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return Buffer.from(value ?? []);
}
