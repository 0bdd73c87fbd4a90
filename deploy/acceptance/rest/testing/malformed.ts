import { createBodyCheck } from '@outlay/testing/openapi-check';
import fc from 'fast-check';
import * as z from 'zod/mini';

export interface Malformed {
  readonly fault: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
}

const parameter = z.object({ name: z.string(), in: z.string(), schema: z.unknown() });
const operation = z.object({
  parameters: z.optional(z.array(parameter)),
  requestBody: z.optional(z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) })),
});
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';

/** Values known to break parsers, databases, file systems or spreadsheets. */
const difficultValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0.001,
    1e308,
    Number.MAX_SAFE_INTEGER + 2,
    '',
    ' ',
    '1,5',
    '1e309',
    'NaN',
    '0x10',
    '../../etc/passwd',
    '=HYPERLINK("http://x")',
    "'; DROP TABLE users; --",
    '2026-02-30',
    '0000-00-00',
    'x'.repeat(5000),
    '\ud800',
    'a\u0000b',
    '\u202e',
  ),
  fc.constantFrom<unknown>({ $ne: null }, { $gt: '' }, { $where: '1' }, [], [[]], {}, { length: -1 }, { toString: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const difficultText = fc.oneof(
  difficultValue.filter((value) => typeof value === 'string').map(String),
  fc.string({ unit: 'binary' }),
);

export function malformedRequests(document: object): fc.Arbitrary<Malformed> {
  const check = createBodyCheck(document);
  const calls = Object.entries(description.parse(document).paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([method, described]) => ({ method: method.toUpperCase(), path, ...described })),
  );
  const filled = (path: string) => path.replace(/\{\w+\}/g, 'EXP-0000000000');
  const withBody = calls.flatMap(({ method, path, requestBody }) =>
    Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => ({
      method,
      path: filled(path),
      type,
      schema: resolved(document, schema as Schema),
    })),
  );
  const jsonCalls = withBody.filter(({ type }) => type === JSON_TYPE);
  const formCalls = withBody.filter(({ type }) => type === FORM_TYPE);

  const invalidBody = fc
    .constantFrom(...jsonCalls)
    .chain((call) => fc.oneof(likeBody(document, call.schema), difficultValue).map((value) => ({ call, value })))
    // Checks the serialised text, because JSON has no lone surrogates and infinities.
    .map(({ call, value }) => ({ call, text: JSON.stringify(value) }))
    // An explicit null counts as no body, which some calls accept.
    .filter(({ text }) => text !== 'null')
    .filter(({ call, text }) => check({ ...call, contentType: JSON_TYPE, body: JSON.parse(text) }).length > 0)
    .map(({ call, text }) => request('a body that does not fit', call, { 'content-type': JSON_TYPE }, text));

  const notJson = fc
    .tuple(
      fc.constantFrom(...jsonCalls),
      fc.oneof(
        fc.constantFrom(
          '{',
          '{"a":',
          '[1,]',
          '{"a":1}}',
          'null',
          '"x"',
          '17',
          '[]',
          'undefined',
          '{"__proto__":{"a":1}}',
        ),
        fc.constantFrom('{"constructor":{"prototype":{"a":1}}}', '['.repeat(5000), `{"a":"${'x'.repeat(1_100_000)}"}`),
        fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !isObject(text)),
      ),
      fc.constantFrom(JSON_TYPE, JSON_TYPE, JSON_TYPE, 'text/plain', 'text/xml', 'application/x-www-form-urlencoded'),
    )
    .map(([call, text, type]) => request('a body that is not JSON', call, { 'content-type': type }, text));

  const form = fc
    .constantFrom(...formCalls)
    .chain((call) =>
      fc.tuple(
        fc.constant(call),
        fc.array(
          fc.tuple(fc.constantFrom(...names(call.schema), 'status[$ne]', '__proto__[x]', 'a b', ''), difficultText),
          {
            minLength: 1,
            maxLength: 8,
          },
        ),
      ),
    )
    .filter(([call, fields]) => isInvalidForm(fields, (body) => check({ ...call, contentType: FORM_TYPE, body })))
    .map(([call, fields]) => request('a form that does not fit', call, FORM_HEADERS, formOf(fields)));

  const notMultipart = fc
    .tuple(
      fc.constantFrom(...formCalls),
      fc.constantFrom(
        FORM_TYPE,
        `${FORM_TYPE}; boundary=`,
        `${FORM_TYPE}; boundary=other`,
        FORM_HEADERS['content-type'],
      ),
      fc.string({ unit: 'binary', maxLength: 200 }),
    )
    .map(([call, type, text]) => request('a form that is not multipart', call, { 'content-type': type }, text));

  const lists = calls.filter(({ parameters }) => parameters?.some(({ name }) => name === 'cursor'));
  const query = fc
    .oneof(
      fc.tuple(
        fc.constantFrom(...lists),
        fc.constantFrom('limit=0', 'limit=x', 'sort=amount', 'status=open', 'cursor=%00', 'cursor=eyJ9', 'q=a&q=b'),
      ),
      fc.tuple(
        fc.constantFrom(...calls.filter(({ method }) => method === 'GET')),
        fc.constantFrom('status[$ne]=x', '__proto__[x]=1', 'a%20b=1', '%00=1', 'from[]=USD'),
      ),
    )
    .map(([call, text]) => request('a query that does not fit', { ...call, path: `${filled(call.path)}?${text}` }));

  const path = fc
    .tuple(
      fc.constantFrom(...calls.filter(({ path: template }) => template.includes('{'))),
      fc.oneof(
        fc.constantFrom(
          '..%2f..%2fx',
          '%00',
          '%0d%0aSet-Cookie:x',
          '%E0%A4%A',
          '..',
          '%2e%2e',
          'x'.repeat(3000),
          '%252e%252e',
        ),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }).map(encoded),
      ),
    )
    .map(([call, id]) => request('an unknown path', { ...call, path: call.path.replace(/\{\w+\}/, id) }));

  const header = fc
    .tuple(
      fc.constantFrom(...calls.filter(({ path: template }) => !template.includes('{'))),
      fc.constantFrom(
        '',
        'Bearer',
        'Bearer x',
        'Bearer a.b.c',
        'Basic YTpi',
        `Bearer ${'x'.repeat(7000)}`,
        'bearer null',
      ),
    )
    .filter(([call]) => !PUBLIC_CALLS.has(call.path))
    .map(([call, authorization]) => request('an invalid token', call, { authorization }));

  return fc.oneof(
    { weight: 8, arbitrary: invalidBody },
    { weight: 2, arbitrary: notJson },
    { weight: 3, arbitrary: form },
    { weight: 1, arbitrary: notMultipart },
    { weight: 1, arbitrary: query },
    { weight: 2, arbitrary: path },
    { weight: 1, arbitrary: header },
  );
}

const PUBLIC_CALLS = new Set([
  '/api/auth/login',
  '/api/auth/register',
  '/api/auth/reset-password-with-code',
  '/api/exchange-rate',
  '/api/asyncapi.json',
  '/api/openapi.json',
  '/api/health/live',
  '/api/health/ready',
]);

function request(
  fault: string,
  { method, path }: { method: string; path: string },
  headers: Readonly<Record<string, string>> = {},
  body: string | null = null,
): Malformed {
  return { fault, method, path, headers, body: method === 'GET' ? null : body };
}

function likeBody(document: object, schema: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, fc.oneof(plausible(document, field), difficultValue)] as const,
  );
  return fc.record(Object.fromEntries(fields), { requiredKeys: [], noNullPrototype: true });
}

function plausible(document: object, schema: Schema): fc.Arbitrary<unknown> {
  const { type, items, enum: values, const: value, format, properties, anyOf, oneOf } = resolved(document, schema);
  const [first] = anyOf ?? oneOf ?? [];
  const kind = Array.isArray(type) ? String(type[0]) : type;
  if (value !== undefined) return fc.constant(value);
  if (values) return fc.constantFrom(...values);
  if (first) return plausible(document, first);
  if (properties) return likeBody(document, { properties });
  if (kind === 'array') return fc.array(items ? plausible(document, items) : difficultValue, { maxLength: 3 });
  if (kind === 'number' || kind === 'integer') return fc.constantFrom(1, 12.5, 100);
  if (kind === 'boolean') return fc.boolean();
  return fc.constantFrom(format === 'date' ? '2026-03-02' : 'text', '12.50', 'a@b.co');
}

function resolved(document: object, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found = schema.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
  return resolved(document, found as Schema);
}

const names = (schema: Schema) => Object.keys(schema.properties ?? {});
const isObject = (text: string) => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return text === '';
  }
};
const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '_')) || '%20';

const BOUNDARY = 'fuzz-boundary-1f2e3d';
const FORM_HEADERS = { 'content-type': `${FORM_TYPE}; boundary=${BOUNDARY}` };
/** These characters would end a part of the form early. */
const harmless = (text: string) => text.replaceAll(/[\r\n"]/g, '_').replace(/\p{Cs}/gu, '_');

type Fields = readonly (readonly [name: string, value: string])[];

function formOf(fields: Fields): string {
  const parts = fields.map(
    ([name, value]) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${harmless(name)}"\r\n\r\n${harmless(value)}\r\n`,
  );
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

function isInvalidForm(fields: Fields, problems: (body: Record<string, string>) => string[]): boolean {
  const sent = fields.map(([name]) => name);
  if (new Set(sent).size < sent.length || sent.some((name) => !/^\w{1,60}$/.test(name))) return true;
  return problems(Object.fromEntries(fields.map(([name, value]) => [name, harmless(value)]))).length > 0;
}
