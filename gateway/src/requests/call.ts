import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { OutlayError, type MessageContext, type Route, type RouteBody } from '@outlay/contracts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { readMultipartForm, type UploadedFile } from '../uploads/multipart-form.js';
import { readExpected, readIdempotencyKey, type Expected } from './preconditions.js';
import { defaultMessage, fieldErrors } from './validation-messages.js';
import { routeOf } from './served-route.js';

type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & PathParams<Rest>
  : unknown;

export interface Call<R extends Route> {
  readonly params: PathParams<R['path']>;
  readonly query: R['query'] extends z.ZodMiniType ? z.output<R['query']> : undefined;
  readonly body: RouteBody<R>;
  readonly file: UploadedFile | null;
  readonly expected: { readonly expectedRevision: number | null; readonly expectedHead: string | null };
  readonly context: MessageContext;
}

const NOTHING_EXPECTED: Expected = { revision: null, head: null };

export const Input = createParamDecorator((_: unknown, execution: ExecutionContext) =>
  readCall(routeOf(execution.getHandler()), execution.switchToHttp().getRequest<FastifyRequest>()),
);

async function readCall(route: Route | undefined, request: FastifyRequest) {
  if (!route) throw new TypeError('@Input needs a handler marked with @Route.');
  refuseUnknownAsOf(route, request.query);
  const form = await readForm(route, request);
  const body = route.body && parse(route.body, form.fields ?? {});
  const { revision, head } = route.versioned ? readExpected(request.headers, body) : NOTHING_EXPECTED;
  const idempotencyKey = route.idempotent ? readIdempotencyKey(request.headers) : undefined;
  return {
    params: route.deepPath ? deepPath(route, request.params) : checkParams(request.params),
    query: route.query && parse(route.query, request.query),
    body,
    file: form.file,
    expected: { expectedRevision: revision, expectedHead: head },
    context: { actor: request.actor, correlationId: request.id, ...(idempotencyKey && { idempotencyKey }) },
  };
}

async function readForm(route: Route, request: FastifyRequest) {
  if (!request.isMultipart()) return { fields: request.body, file: null };
  if (route.encoding === 'multipart') return readMultipartForm(request);
  // A body of another type is not read, and would pass for one without fields.
  throw new OutlayError('INVALID_INPUT', 'The request body must be JSON.');
}

/** A route that ignored `as_of` would show the present as the past, or change it. */
function refuseUnknownAsOf(route: Route, query: unknown): void {
  const isSent = typeof query === 'object' && query !== null && 'as_of' in query;
  if (!isSent || (route.query instanceof z.ZodMiniObject && 'as_of' in route.query.shape)) return;
  const message = 'This call does not know as_of.';
  throw new OutlayError('INVALID_INPUT', message, [{ field: 'as_of', message }]);
}

/** No id or file name contains a separator or a control character. */
function checkParams(params: unknown): Record<string, string> {
  const values = (params ?? {}) as Record<string, string>;
  if (Object.values(values).some((value) => /[\p{Cc}/\\]/u.test(value) || value === '..' || value === '.')) {
    throw new OutlayError('NOT_FOUND', 'There is nothing at this address.');
  }
  return values;
}

/** The contract of the message checks the value. */
function deepPath({ path }: Route, params: unknown): Record<string, string> {
  const [, name = ''] = /\{(\w+)\}$/.exec(path) ?? [];
  return { [name]: (params as Record<string, string>)['*'] ?? '' };
}

function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  // An array would pass as an object with every field missing.
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new OutlayError('INVALID_INPUT', 'The request body must be a JSON object.');
  }
  const parsed = schema.safeParse(value, { error: defaultMessage });
  if (parsed.success) return parsed.data;
  const errors = fieldErrors(parsed.error);
  throw new OutlayError('INVALID_INPUT', errors[0]?.message ?? 'Please check all fields', errors);
}
