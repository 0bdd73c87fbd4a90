import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.js';
import { PERMISSIONS, type Access, type Permission, type PermissionKey, type Reach } from './permissions.js';

/** The default limit of a JSON body, in bytes: most calls' longest texts fit, as escapes of six bytes a character. */
export const BODY_LIMIT = 32_768;

/** A REST call. `{name}` in the path is a parameter. */
export interface Route<
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
> extends RouteDefinition<Reply, Body, Query> {
  readonly access: Access;
  readonly reach: Reach;
  readonly scope?: Permission['scope'];
}

export interface RouteDefinition<
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  /** The last parameter is the remainder of the path, which may have slashes. */
  readonly deepPath?: boolean;
  readonly summary: string;
  readonly status?: number;
  readonly query?: Query;
  readonly body?: Body;
  /** The limit of the JSON body in bytes, if it may be longer than `BODY_LIMIT`. */
  readonly bodyLimit?: number;
  /** `multipart` accepts a form of the fields of `body` and one file, or JSON. */
  readonly encoding?: 'json' | 'multipart';
  /** The file of a multipart body; if it is required, JSON is not accepted. */
  readonly file?: { readonly name: string; readonly required: boolean };
  /**
   * `file` replies with bytes of one of `fileTypes` instead of `reply`, `events` with a stream of `reply` in one of
   * `fileTypes`, by default as server-sent events.
   */
  readonly replyType?: 'json' | 'file' | 'events';
  readonly fileTypes?: readonly string[];
  readonly reply: Reply;
  readonly replyStatuses?: readonly number[];
  readonly errors?: readonly ErrorCode[];
  /** Accepts an `Idempotency-Key` header: a retry has no second effect, another body with the key is a conflict. */
  readonly idempotent?: boolean;
  /** Accepts an expected revision in the body or as `If-Match`; another revision is a conflict. */
  readonly versioned?: boolean;
  readonly signedUrl?: boolean;
  readonly cached?: boolean;
  /** The rate limit: `credentials` counts failures, `lookup` counts every call. */
  readonly throttle?: 'credentials' | 'lookup';
}
export type RouteReply<R extends Route> = z.infer<R['reply']>;
export type RouteBody<R extends Route> = R['body'] extends z.ZodMiniType ? z.infer<R['body']> : undefined;
/** The body before defaults and coercions. */
export type RouteBodyInput<R extends Route> = R['body'] extends z.ZodMiniType ? z.input<R['body']> : undefined;
export type RouteQuery<R extends Route> = R['query'] extends z.ZodMiniType ? z.input<R['query']> : undefined;

type KeyOf<R extends RouteDefinition> = `${R['method']} ${R['path']}`;

export function defineRoute<const R extends RouteDefinition>(
  route: KeyOf<R> extends PermissionKey ? R : never,
): R & (typeof PERMISSIONS)[KeyOf<R> & PermissionKey] {
  const { access, reach, scope }: Permission = PERMISSIONS[`${route.method} ${route.path}` as KeyOf<R> & PermissionKey];
  return { ...(route as R), access, reach, ...(scope && { scope }) } as R &
    (typeof PERMISSIONS)[KeyOf<R> & PermissionKey];
}

/** Fills in the path parameters, URL-encoded: `routePath(approveRoute, { id: 'EXP-1' })`. */
export function routePath(route: Pick<Route, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
