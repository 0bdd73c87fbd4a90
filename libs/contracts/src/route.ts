import type * as z from 'zod/mini';

/** Who may call: anyone, anyone signed in, or super admins. Ownership is the service's to judge. */
export type Access = 'public' | 'signed_in' | 'super_admin';

/** A documented REST call (specification §7). `{name}` in the path is a parameter. */
export interface Route<
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  readonly access: Access;
  readonly status?: number;
  readonly query?: Query;
  readonly body?: Body;
  /** `multipart` bodies carry the fields of `body` and one optional file; JSON is accepted as well. */
  readonly encoding?: 'json' | 'multipart';
  /** `file`: the answer is bytes, and `reply` says nothing of them. */
  readonly answer?: 'json' | 'file';
  readonly reply: Reply;
}
export type RouteReply<R extends Route> = z.infer<R['reply']>;
export type RouteBody<R extends Route> = R['body'] extends z.ZodMiniType ? z.infer<R['body']> : undefined;
/** What a client may send, before defaults and coercions. */
export type RouteBodyInput<R extends Route> = R['body'] extends z.ZodMiniType ? z.input<R['body']> : undefined;
export type RouteQuery<R extends Route> = R['query'] extends z.ZodMiniType ? z.input<R['query']> : undefined;

export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

/** Fills a route's path: `routePath(approveRoute, { id: 'EXP-1' })`. Values are URL-encoded. */
export function routePath(route: Pick<Route, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
