import { ERROR_STATUS, type ApiSchema, type ErrorCode, type Route } from '@outlay/contracts';
import * as z from 'zod/mini';
import type { NamedRoute } from './api-routes.js';
import type { Schemas } from './schemas.js';

interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: ApiSchema }>>;
  readonly content?: Readonly<Record<string, { readonly schema?: ApiSchema }>>;
}
type Responses = Record<string, Response>;

const errorContent = { 'application/json': { schema: { $ref: '#/$defs/Error' } satisfies ApiSchema } };
const text = (description: string) => ({ description, schema: { type: 'string' } satisfies ApiSchema });
const etag = { ETag: text('The version of the reply, for If-None-Match or, for one expense, If-Match.') };
const link = { Link: text('The next page: `<…>; rel="next"`.') };
const retryAfter = {
  'Retry-After': { description: 'Seconds.', schema: { type: 'integer', minimum: 0 } satisfies ApiSchema },
};

/** Excludes 500: it is never a documented outcome. */
export function responsesOf({ route, isLocal }: NamedRoute, schemas: Schemas): Responses {
  return {
    ...errorResponses(errorCodes(route, isLocal)),
    ...(route.replyType === 'file' ? fileResponses(route) : replyResponses(route, schemas)),
  };
}

function replyResponses(route: Route, schemas: Schemas): Responses {
  const description = route.summary;
  const content =
    route.replyType === 'events'
      ? Object.fromEntries((route.fileTypes ?? ['text/event-stream']).map((type) => [type, {}]))
      : { 'application/json': { schema: schemas.describe(route.reply, 'output') } };
  const oneExpense = route.reply instanceof z.ZodMiniObject && 'expense' in route.reply.shape;
  const paged =
    route.query instanceof z.ZodMiniObject && ('cursor' in route.query.shape || 'after' in route.query.shape);
  const headers = { ...(route.cached || oneExpense ? etag : {}), ...(paged ? link : {}) };
  const reply = { description, ...(Object.keys(headers).length > 0 && { headers }), content };
  return {
    ...Object.fromEntries([route.status ?? 200, ...(route.replyStatuses ?? [])].map((status) => [status, reply])),
    ...(route.cached && { 304: { description: 'Not modified.', headers: etag } }),
  };
}

function fileResponses(route: Route): Responses {
  const content = Object.fromEntries((route.fileTypes ?? []).map((type) => [type, {}]));
  const headers = { ...etag, 'Content-Disposition': text('The file name.') };
  const contentRange = { 'Content-Range': text('The range and the total size.') };
  return {
    200: { description: route.summary, headers, content },
    206: { description: 'The requested range.', headers: { ...headers, ...contentRange }, content },
    304: { description: 'Not modified.', headers: etag },
    416: { description: 'The range is not satisfiable.', headers: contentRange, content: errorContent },
  };
}

function errorCodes(route: Route, isLocal: boolean): ErrorCode[] {
  return [
    'INVALID_INPUT',
    ...(route.access === 'public' ? [] : (['UNAUTHENTICATED', 'FORBIDDEN'] as const)),
    ...(route.path.includes('{') ? (['NOT_FOUND'] as const) : []),
    ...(route.versioned ? (['CONFLICT', 'VERSION_CONFLICT', 'TRAIL_BROKEN'] as const) : []),
    ...(route.idempotent ? (['CONFLICT', 'IDEMPOTENCY_KEY_REUSED'] as const) : []),
    ...(route.method === 'GET' ? [] : (['FILE_TOO_LARGE'] as const)),
    ...(mayBeTooMany(route) ? (['TOO_MANY_REQUESTS'] as const) : []),
    ...(isLocal ? [] : (['SERVICE_UNAVAILABLE', 'OUTCOME_UNKNOWN'] as const)),
    ...(route.errors ?? []),
  ];
}

/** Routes whose replies may be streams, of which a person has a limited number at once. */
function mayBeTooMany({ throttle, access, method }: Route): boolean {
  return throttle !== undefined || (access !== 'public' && method === 'GET');
}

function errorResponses(codes: readonly ErrorCode[]): Responses {
  const byStatus = new Map<number, Set<ErrorCode>>();
  for (const code of codes) {
    const status = ERROR_STATUS[code];
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  return Object.fromEntries(
    [...byStatus].map(([status, known]) => [
      status,
      {
        description: [...known].join(', '),
        ...([429, 503, 504].includes(status) || known.has('REPORT_NOT_READY') ? { headers: retryAfter } : {}),
        content: errorContent,
      },
    ]),
  );
}
