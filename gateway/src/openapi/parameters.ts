import type { ApiSchema, Route } from '@outlay/contracts';
import type { Schemas } from './schemas.js';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: ApiSchema;
}

const header = (name: string, description: string, schema: ApiSchema = {}): Parameter => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', ...schema },
});

// The patterns are those of requests/preconditions.ts.
const idempotencyKey = header(
  'Idempotency-Key',
  'Identifies the request: a retry with the same key and body has no second effect and the same reply.',
  { pattern: String.raw`^[\x21-\x7e]{8,255}$` },
);
const ifMatch = header('If-Match', 'The expected ETag or revision; another one is a VERSION_CONFLICT.', {
  pattern: String.raw`^\s*(\*|(W\/)?"\d{1,9}(-[0-9a-f]{16})?")\s*$`,
  examples: ['"3"'],
});
const ifNoneMatch = header('If-None-Match', 'The ETag of an earlier reply; 304 if it is still current.');
const range = header('Range', 'The requested range.', { examples: ['bytes=0-65535'] });

export function parametersOf(route: Route, schemas: Schemas): Parameter[] {
  const { properties = {}, required = [] } = route.query ? schemas.describe(route.query, 'input') : {};
  return [
    ...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => pathParameter(name, route.path)),
    ...Object.entries(properties).flatMap(([name, schema]): Parameter[] =>
      typeof schema === 'boolean' ? [] : [{ name, in: 'query', required: required.includes(name), schema }],
    ),
    ...(route.idempotent ? [idempotencyKey] : []),
    ...(route.versioned ? [ifMatch] : []),
    ...(route.cached || route.replyType === 'file' ? [ifNoneMatch] : []),
    ...(route.replyType === 'file' ? [range] : []),
  ];
}

function pathParameter(name: string, path: string): Parameter {
  const description =
    name === 'filename'
      ? 'The name of the file.'
      : name === 'path'
        ? 'The remainder of the path; it may have slashes.'
        : path.includes('/expenses/')
          ? "The expense's id, expense_id or unique_id."
          : 'The id.';
  return { name, in: 'path', required: true, description, schema: { type: 'string', minLength: 1, maxLength: 250 } };
}
