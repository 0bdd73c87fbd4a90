import * as z from 'zod/mini';
import * as contracts from './index.js';
import { isOperation } from './index.js';

interface Described {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly maxItems?: number;
  readonly maximum?: number;
  readonly items?: Described;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly additionalProperties?: Described | boolean;
  readonly anyOf?: readonly Described[];
}

const operations = Object.values<unknown>(contracts).filter(isOperation);
const bounded = operations.filter(({ work }) => work !== 'grows');
const requestOf = (schema: z.ZodMiniType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Described;

/** Every list and map in a request, by its path. An enumeration is bounded by its values. */
function listsIn(schema: Described, path = ''): { readonly path: string; readonly most: number }[] {
  const { type, items = {}, maxItems = Infinity, properties = {}, additionalProperties, anyOf = [] } = schema;
  return [
    ...(type === 'array' && items.enum === undefined ? [{ path, most: maxItems }] : []),
    ...(typeof additionalProperties === 'object' ? [{ path, most: Infinity }] : []),
    ...(type === 'array' ? listsIn(items, `${path}[]`) : []),
    ...Object.entries(properties).flatMap(([name, inner]) => listsIn(inner, `${path}.${name}`)),
    ...anyOf.flatMap((inner) => listsIn(inner, path)),
  ];
}

it('every operation says what bounds its work', () => {
  const unsaid = operations.filter(({ work }) => !['one', 'page', 'grows'].includes(work));
  expect(unsaid.map(({ subject }) => subject)).toEqual([]);
});

it('a request of bounded work names no more than its schema allows', () => {
  const unlimited = bounded.flatMap(({ subject, request }) =>
    listsIn(requestOf(request)).flatMap(({ path, most }) => (most === Infinity ? [subject + path] : [])),
  );
  expect(unlimited).toEqual([]);
});

it('a page has a limit, or consists of what the request names', () => {
  const pages = operations.filter(({ work }) => work === 'page');
  const unlimited = pages.filter(({ request }) => {
    const described = requestOf(request);
    return (described.properties?.limit?.maximum ?? Infinity) === Infinity && listsIn(described).length === 0;
  });
  expect(unlimited.map(({ subject }) => subject)).toEqual([]);
});
