import { createBodyCheck } from '@outlay/testing/openapi-check';
import fc from 'fast-check';
import { sampleRequests } from '../testing/sample-requests.js';
import { apiRoutes } from './api-routes.js';
import { createApiDocument } from './document.js';

type Fields = Readonly<Record<string, unknown>>;

const document = createApiDocument();
const checkBody = createBodyCheck(document);
const routes = apiRoutes().flatMap(({ name, route }) => (route.body && !route.file?.required ? [{ name, route }] : []));

const filled: Readonly<Record<string, Fields>> = {
  createExpense: {
    status: 'submitted',
    date: '2026-02-27',
    type: 'Restaurant',
    justification: 'Dinner',
    amount: '12.50',
    currency: 'EUR',
    currency_other: '',
    classification: 'mix',
    vat_amount: 1,
    no_receipt: 'false',
    override_exchange_rate: '1.01',
    override_reason: 'As paid',
    today: '2026-02-27',
    uploaded: 'a.pdf',
    remove_receipt: 'false',
    revision: '3',
  },
  amendExpense: {
    revision: 1,
    today: '2026-02-27',
    original: { amount: 1, currency: 'EUR', date: '2026-02-27', clear_override: true },
    clear_override: true,
    metadata: { category: 'IT', justification: 'Cable', classification: 'mix', vat_amount: '1' },
    reimbursement: { amount: 1, reason: 'agreed' },
  },
  updateUser: { role: 'user', status: 'active', first_name: 'A', last_name: 'B', reimbursement_currency: 'USD' },
};
const sampleOf = (name: string): Fields => ({ ...Object(sampleRequests[`${name}Route`]), ...filled[name] });

const values: unknown[] = [
  ...[undefined, null, true, false, 'true', 'false', 'yes', '', ' ', '\t\n'],
  ...[
    0,
    1,
    -1,
    1.5,
    12.34,
    -0.01,
    3.14159,
    14,
    90,
    91,
    0.5,
    999_999_999,
    1e9,
    1e12,
    999_999_999_999.99,
    1e15,
    5e-7,
    2 ** 53,
  ],
  ...['0', '-0', '-0.00', '-1', '00012.50', '1.5000', '1.005', '1,5', '+5', '1e3', '0x10', 'NaN', ' 12.5 ', '.5', '5.'],
  ...['999999999999.99', '1000000000000', '000999999999999', '0000999999999999', '0.00000000000000000001'],
  ...['14', ' 014 ', '90', '91', '0', '1e1', '999999999', '1000000000', '1'.repeat(16), `1.${'0'.repeat(21)}`],
  ...['2026-02-28', '2026-02-29', '2024-02-29', '2026-2-3', ' 2026-02-28', '2026-02-28T00:00:00Z', '0000-01-01'],
  ...['eur', ' Usd ', 'EURO', 'E1R', 'other', ' OTHER ', 'uſd', 'ﬃ', 'support', 'CORE', 'Mix / Unknown', 'banana'],
  ...['draft', 'submitted', 'paid', 'team_member', 'admin', 'super_admin', 'active', '/uploads/a.pdf', '/uploads/a/b'],
  ...['a@b.co', ' A@B.CO ', 'a@b', 'a b@c.de', '@', `${'a'.repeat(250)}@b.co`, `${' '.repeat(330)}a@b.co`, 'ſ@b.co'],
  ...[
    'Abcdef1!xy',
    'Abcdef1!x',
    'abcdef1!xy',
    'Abcdefg!xy',
    'Ωmega٣wörd!',
    '🔑🔑🔑',
    '🔑🔑🔑🔑🔑🔑',
    'Abcdef1🔑x',
    '123456',
    '١٢٣٤٥٦',
  ],
  ...[60, 61, 80, 81, 100, 101, 120, 121, 200, 201, 256, 257, 500, 501, 1000, 1001, 2000, 2001].map((n) =>
    'x'.repeat(n),
  ),
  ...[
    ' '.repeat(3000),
    'a\u0000b',
    '\u0000',
    'a\nb',
    '\u00a0',
    '\ufeff',
    '\u200b',
    '\u2060',
    '\u3164',
    '\u2800',
    '\u202eb',
    '<b>',
    '=1+1',
    '$ne',
  ],
  ...[[], {}, [1], ['a'], [''], ['a', 2], [null], { $ne: null }, { amount: 1 }, { length: 1 }, Array(1001).fill('a')],
];

function places(body: Fields): string[][] {
  return Object.entries(body).flatMap(([name, value]) => [
    [name],
    ...(typeof value === 'object' && value !== null && !Array.isArray(value)
      ? places(value as Fields).map((rest) => [name, ...rest])
      : []),
  ]);
}

function withValue(body: Fields, [name = '', ...rest]: readonly string[], value: unknown): Fields {
  const inner = rest.length === 0 ? value : withValue(Object(body[name]), rest, value);
  // JSON changes some values: undefined disappears, NaN becomes null.
  return JSON.parse(JSON.stringify({ ...body, [name]: inner }));
}

function verdicts({ route }: (typeof routes)[number], body: Fields) {
  const { method, path } = route;
  const problems = checkBody({ method, path, contentType: 'application/json', body });
  return { described: problems.length === 0, accepted: route.body?.safeParse(body).success, problems };
}

/** Values that JSON Schema cannot express reliably (contracts/api-schema.ts). */
function isBeyondSchema(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isInteger(Number((value * 100).toPrecision(15))) || value === 2 ** 53;
  return typeof value === 'string' && /^[a-z]{3}$/i.test(value.trim()) && !/^(eur|usd)$/i.test(value.trim());
}

describe('a body of', () => {
  it.each(routes.map((each) => [each.name, each] as const))(
    '%s is valid by the document exactly if the server accepts it, field by field',
    (name, each) => {
      const sample = sampleOf(name);
      expect(verdicts(each, sample)).toMatchObject({ described: true, accepted: true });
      for (const place of places(sample)) {
        for (const value of values) {
          const body = withValue(sample, place, value);
          const { described, accepted, problems } = verdicts(each, body);
          if (described === accepted || (described && isBeyondSchema(value))) continue;
          throw new Error(
            `${name} ${place.join('.')} = ${JSON.stringify(value)}: ${described ? 'described as good' : problems.join('; ')}, ${accepted ? 'taken' : 'refused'}`,
          );
        }
      }
    },
  );

  it('an expense is judged the same by document and server for any number as text', () => {
    const each = routes.find(({ name }) => name === 'createExpense');
    if (!each) throw new Error('There is no such route.');
    const numberLike = fc.stringMatching(/^[ ]?-?[0-9.]{0,18}[ ]?$/);
    const field = fc.constantFrom('amount', 'override_exchange_rate', 'revision');
    fc.assert(
      fc.property(field, numberLike, (name, text) => {
        const { described, accepted } = verdicts(each, { status: 'draft', [name]: text });
        expect(described).toBe(accepted);
      }),
      { numRuns: 3000 },
    );
  });

  it.each(apiRoutes().flatMap(({ name, route }) => (route.file ? [[name, route, route.file] as const] : [])))(
    '%s has the same fields as a form, plus its file',
    (name, { method, path }, file) => {
      const fields = Object.entries(sampleOf(name)).map(([field, value]) => [field, String(value)]);
      const form = { method, path, contentType: 'multipart/form-data; boundary=x', body: Object.fromEntries(fields) };
      expect(checkBody({ ...form, body: { ...form.body, [file.name]: 'bytes' } })).toEqual([]);
      expect(checkBody(form)).toEqual(file.required ? [`the body must have required property '${file.name}'`] : []);
      expect(checkBody({ ...form, body: { ...form.body, [file.name]: 1 } })).toEqual([`/${file.name} must be string`]);
    },
  );
});
