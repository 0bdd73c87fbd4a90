import { cleanText } from '@outlay/rules';
import * as z from 'zod/mini';
import * as contracts from './index.js';
import { isOperation, type Route } from './index.js';

/** Names of fields that nobody writes for others to read: they are compared, and shown only where they are known. */
const IDS = [
  ...[
    'change_id',
    'expense',
    'expense_ids',
    'heads key',
    'payment',
    'person',
    'revisions key',
    'stream',
    'up_to',
    'user_id',
  ],
  ...[
    'changeId',
    'expenseIds',
    'id',
    'ids',
    'inviteId',
    'madeById',
    'ownerId',
    'paymentId',
    'paymentIds',
    'streams',
    'tokenId',
    'tripId',
    'viewId',
  ],
  ...['upTo', 'uploaded', 'userId', 'userIds', 'file', 'fileName', 'filename', 'prefix'],
];
const MADE_BY_THE_PRODUCT = [
  ...[
    'asOf',
    'contentType',
    'cursor',
    'expectedHead',
    'from',
    'heads',
    'knownVersions',
    'madeAt',
    'paidAt',
    'position',
  ],
  ...['receiptSha256', 'sha256', 'to'],
];
/** Every character counts; a text that differs from the stored one is refused. */
const SECRETS = ['code', 'currentPassword', 'inviteToken', 'newPassword', 'password', 'token'];
/** The first call of a message checks these fields. */
const CHECKED_BEFORE = ['classification', 'currency', 'email'];

/** A filter is compared with what is stored. */
const FILTERS = ['category', 'mentioned', 'q', 'trip', 'user'];
const LISTS = [
  'GET /api/admin/expenses-with-users',
  'GET /api/admin/expenses/summary',
  'GET /api/admin/expenses/states',
  'GET /api/admin/expenses/export',
  'expenses.list',
  'expenses.summary',
];
/** A saved view has the filter of a list. */
const VIEWS = ['POST /api/admin/views', 'PUT /api/admin/views/{id}', 'auth.save-view'];
const OWN_LISTS = ['GET /api/expenses', 'GET /api/expenses/summary'];
const OTHERS = [
  ...[...LISTS, ...VIEWS].flatMap((list) => FILTERS.map((filter) => `${list} ${filter}`)),
  ...OWN_LISTS.flatMap((list) => ['category', 'q', 'trip'].map((filter) => `${list} ${filter}`)),
  // File names are cleaned where the file is received (`displayName`), and stay as the event has them.
  // So are the names of sellers in e-invoices (`readEInvoice`).
  ...['create', 'create-on-behalf', 'record-upload', 'revise'].flatMap((call) => [
    `expenses.${call} merchant`,
    `expenses.${call} originalName`,
  ]),
  // They are ids.
  'PUT /api/admin/expenses/{id}/question mentioned',
  'expenses.ask mentioned',
  // The name comes from a stored event.
  'reports.request userName',
  'reports.request userEmail',
];

interface Leaf {
  readonly name: string;
  readonly schema: z.ZodMiniType;
}

/** The parts of a schema that take a single value, by the names of their fields. */
function leavesOf(schema: z.core.$ZodType, name: string): Leaf[] {
  const def = schema._zod.def as {
    type: string;
    shape?: Readonly<Record<string, z.core.$ZodType>>;
    innerType?: z.core.$ZodType;
    element?: z.core.$ZodType;
    keyType?: z.core.$ZodType;
    valueType?: z.core.$ZodType;
    options?: readonly z.core.$ZodType[];
    in?: z.core.$ZodType;
  };
  if (def.shape) return Object.entries(def.shape).flatMap(([field, inner]) => leavesOf(inner, field));
  if (def.innerType) return leavesOf(def.innerType, name);
  if (def.element) return leavesOf(def.element, name);
  if (def.keyType && def.valueType) return [...leavesOf(def.keyType, `${name} key`), ...leavesOf(def.valueType, name)];
  if (def.options) return def.options.flatMap((option) => leavesOf(option, name));
  if (def.in?._zod.def.type === 'object') return leavesOf(def.in, name);
  return [{ name, schema: schema as z.ZodMiniType }];
}

const VISIBLE_PROBES = ['a\u202Eb', 'a\u2066b', 'a\u200Bb', 'a\u0007b', 'cafe\u0301', 'a\u{E0041}b', ' a '];
const BLANK_PROBES = [
  '\u200B',
  '\u2060',
  '\u00AD',
  '\u2800',
  '\u3164',
  '\u115F',
  '\u034F',
  '\u180E',
  '\uFE0F',
  '\u{E0041}',
];

/** Whether a field accepts texts that hide something, or that nobody can see. */
function takesAnything({ schema }: Leaf): boolean {
  return [...VISIBLE_PROBES, ...BLANK_PROBES].some((probe) => {
    const taken = schema.safeParse(probe);
    return taken.success && typeof taken.data === 'string' && taken.data !== cleanText(taken.data);
  });
}

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
const all = Object.values(contracts) as unknown[];
const inputs = [
  ...all
    .filter(isRoute)
    .flatMap(({ method, path, body, query }) =>
      [body, query].flatMap((schema) => (schema ? [{ where: `${method} ${path}`, schema }] : [])),
    ),
  ...all.filter(isOperation).map(({ subject, request }) => ({ where: subject, schema: request })),
];

it('a text that a person writes is cleaned in every call and message, of which all other texts are listed', () => {
  const leaves = inputs.flatMap(({ where, schema }) => leavesOf(schema, '').map((leaf) => ({ ...leaf, where })));
  expect(leaves.length).toBeGreaterThan(200);
  const others = leaves.filter(takesAnything);
  const named = [...IDS, ...MADE_BY_THE_PRODUCT, ...SECRETS, ...CHECKED_BEFORE];
  expect(named.filter((name) => !others.some((other) => other.name === name))).toEqual([]);
  const left = others.filter(({ name }) => !named.includes(name)).map(({ where, name }) => `${where} ${name}`);
  expect([...new Set(left)].sort()).toEqual([...OTHERS].sort());
});
