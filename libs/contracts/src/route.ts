import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.js';
import { PERMISSIONS, type Access, type PermissionKey, type Reach } from './permissions.js';

/** A documented REST call (specification §7). `{name}` in the path is a parameter. */
export interface Route<
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
> extends RouteDefinition<Reply, Body, Query> {
  /** Both from the table of permissions. */
  readonly access: Access;
  readonly reach: Reach;
}

export interface RouteDefinition<
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  /** One sentence for the API's description. */
  readonly summary: string;
  readonly status?: number;
  readonly query?: Query;
  readonly body?: Body;
  /** `multipart` bodies carry the fields of `body` and one file; JSON is accepted as well. */
  readonly encoding?: 'json' | 'multipart';
  /** The multipart body's file, by the name it is described under; with a required one there is no JSON. */
  readonly file?: { readonly name: string; readonly required: boolean };
  /** `file`: the answer is bytes of one of `fileTypes`, and `reply` says nothing of them. */
  readonly answer?: 'json' | 'file';
  readonly fileTypes?: readonly string[];
  readonly reply: Reply;
  /** Statuses besides `status` that come with the reply. */
  readonly replyStatuses?: readonly number[];
  /** What it may refuse beyond what its other fields say: a bad body, a missing session, an unknown id, another revision. */
  readonly errors?: readonly ErrorCode[];
  /** Takes an `Idempotency-Key` header: the same key and body again have one effect, another body is a conflict. */
  readonly idempotent?: boolean;
  /** Takes the revision it is meant for, in the body or as `If-Match`; on another one it is a conflict. */
  readonly versioned?: boolean;
  /** Besides a Bearer token, a short-lived signed URL lets in. */
  readonly signedUrl?: boolean;
  /** A list whose answer carries an ETag, and may be a 304. */
  readonly cached?: boolean;
  /** How often it may be tried: `credentials` counts failures, `lookup` every call. */
  readonly throttle?: 'credentials' | 'lookup';
}
export type RouteReply<R extends Route> = z.infer<R['reply']>;
export type RouteBody<R extends Route> = R['body'] extends z.ZodMiniType ? z.infer<R['body']> : undefined;
/** What a client may send, before defaults and coercions. */
export type RouteBodyInput<R extends Route> = R['body'] extends z.ZodMiniType ? z.input<R['body']> : undefined;
export type RouteQuery<R extends Route> = R['query'] extends z.ZodMiniType ? z.input<R['query']> : undefined;

type KeyOf<R extends RouteDefinition> = `${R['method']} ${R['path']}`;

/** A route, who may call it looked up in `PERMISSIONS`. */
export function defineRoute<const R extends RouteDefinition>(
  route: KeyOf<R> extends PermissionKey ? R : never,
): R & (typeof PERMISSIONS)[KeyOf<R> & PermissionKey] {
  const { access, reach } = PERMISSIONS[`${route.method} ${route.path}` as KeyOf<R> & PermissionKey];
  return { ...(route as R), access, reach } as R & (typeof PERMISSIONS)[KeyOf<R> & PermissionKey];
}

/** Fills a route's path: `routePath(approveRoute, { id: 'EXP-1' })`. Values are URL-encoded. */
export function routePath(route: Pick<Route, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
