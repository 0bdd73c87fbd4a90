import type * as contracts from '@outlay/contracts';
import type { Route, RouteBodyInput, RouteQuery, RouteReply } from '@outlay/contracts';

/** The REST operations of the contracts by `METHOD /path`. Types only, so that no schema enters the bundle. */
type Contracts = typeof contracts;
export type Routes = {
  [
    Name in keyof Contracts as Contracts[Name] extends Route
      ? `${Contracts[Name]['method']} ${Contracts[Name]['path']}`
      : never
  ]: Contracts[Name];
};
type RouteOf<K extends keyof Routes> = Extract<Routes[K], Route>;

type KeysWhere<Shape> = { [K in keyof Routes]: Routes[K] extends Shape ? K : never }[keyof Routes];
export type FileKey = KeysWhere<{ replyType: 'file' }>;
export type MultipartKey = KeysWhere<{ encoding: 'multipart' }>;
export type PublicKey = KeysWhere<{ access: 'public' }>;
export type EventKey = KeysWhere<{ replyType: 'events' }>;
/** The calls that say that a list has changed. */
export type ChangesKey = Extract<EventKey, `${string}/changes`>;
export type ReplyKey = Exclude<keyof Routes, FileKey | EventKey>;
/** Lists that reply with one page where `limit` is given. */
export type PagedKey = {
  [K in ReplyKey]: 'cursor' extends keyof RouteQuery<RouteOf<K>> ? K : never;
}[ReplyKey];

export type Reply<K extends ReplyKey | EventKey> = RouteReply<RouteOf<K>>;
export type Body<K extends keyof Routes> = RouteBodyInput<RouteOf<K>>;

type ParamNames<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;
type WithParams<K extends keyof Routes> = [ParamNames<K>] extends [never]
  ? { params?: undefined }
  : { params: Record<ParamNames<K>, string> };
type WithQuery<K extends keyof Routes> =
  RouteQuery<RouteOf<K>> extends undefined
    ? { query?: undefined }
    : Record<string, never> extends RouteQuery<RouteOf<K>>
      ? { query?: RouteQuery<RouteOf<K>> }
      : { query: RouteQuery<RouteOf<K>> };
type WithBody<K extends keyof Routes> = K extends MultipartKey
  ? { body: FormData | Body<K> }
  : Body<K> extends undefined
    ? { body?: undefined }
    : { body: Body<K> };

type WithKey<K extends keyof Routes> = Routes[K] extends { idempotent: true }
  ? { idempotencyKey?: string }
  : { idempotencyKey?: undefined };

type Options<K extends keyof Routes> = WithParams<K> &
  WithQuery<K> &
  WithBody<K> &
  WithKey<K> & {
    signal?: AbortSignal;
    /** A rejected token does not end the session, which would discard what the user has typed. */
    keepSession?: boolean;
  };

export type OptionsArg<K extends keyof Routes> =
  Record<string, never> extends Options<K> ? [options?: Options<K>] : [options: Options<K>];
