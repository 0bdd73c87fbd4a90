import { lint, type Violation } from './lint.js';

const IMPORTS = 'no-restricted-imports';
const TEST_HELPERS = "export * from '@outlay/testing/backing/index';\n";

interface Case {
  readonly name: string;
  readonly file: string;
  readonly code: string;
  readonly rule: string | null;
}

const violations: readonly Case[] = [
  {
    name: 'a feature of the client that imports another feature',
    file: 'web/src/features/review/violation.ts',
    code: "export * from '#features/payments/pay-button';",
    rule: IMPORTS,
  },
  {
    name: 'a feature of the client that imports another by a relative path',
    file: 'web/src/features/review/list/violation.ts',
    code: "export * from '../../payments/pay-button';",
    rule: IMPORTS,
  },
  {
    name: 'a client component that imports a feature',
    file: 'web/src/ui/violation.ts',
    code: "export * from '#features/login/login';",
    rule: IMPORTS,
  },
  {
    name: 'a client helper that imports the app',
    file: 'web/src/lib/violation.ts',
    code: "export * from '#app/router';",
    rule: IMPORTS,
  },
  {
    name: 'a domain that imports its service’s stream',
    file: 'services/expenses/src/domain/violation.ts',
    code: "export * from '../stream/expense-stream.js';",
    rule: IMPORTS,
  },
  {
    name: 'a domain that imports a store',
    file: 'services/expenses/src/domain/violation.ts',
    code: "export * from '@outlay/event-store';",
    rule: IMPORTS,
  },
  {
    name: 'a read model that imports messages',
    file: 'services/expenses/src/read-models/violation.ts',
    code: "export * from '../messages/queries.controller.js';",
    rule: IMPORTS,
  },
  ...[
    ['a library', 'libs/jobs/src/violation.ts'],
    ['a service', 'services/auth/src/violation.ts'],
    ['a read model', 'services/expenses/src/read-models/violation.ts'],
    ['a gateway', 'gateway/src/violation.ts'],
  ].map(([name = '', file = '']) => ({
    name: `${name} that imports test helpers`,
    file,
    code: TEST_HELPERS,
    rule: IMPORTS,
  })),
  {
    name: 'an any',
    file: 'libs/rules/src/violation.ts',
    code: 'export const x: any = 1;',
    rule: '@typescript-eslint/no-explicit-any',
  },
];

const permitted: readonly Case[] = [
  {
    name: 'contracts in a service',
    file: 'services/auth/src/permitted.ts',
    code: "export * from '@outlay/contracts';\n",
    rule: null,
  },
  {
    name: 'rules in a domain',
    file: 'services/expenses/src/domain/permitted.ts',
    code: "export { roundHalfUp } from '@outlay/rules';\n",
    rule: null,
  },
  ...[
    'libs/jobs/src/bullmq/permitted.test.ts',
    'libs/jobs/src/contract/permitted.ts',
    'libs/messaging/src/nats/testing/permitted.ts',
    'services/expenses/src/read-models/permitted.test.ts',
  ].map((file) => ({ name: `test helpers in ${file}`, file, code: TEST_HELPERS, rule: null })),
];

describe('the lint', () => {
  let results: ReadonlyMap<Case, readonly Violation[]>;
  beforeAll(async () => {
    const cases = [...violations, ...permitted];
    const found = await lint(cases);
    results = new Map(cases.map((each, index) => [each, found[index] ?? []]));
  }, 300_000);
  const rulesOf = (each: Case) => results.get(each)?.map(({ rule }) => rule);

  it.each(violations)('rejects $name', (each) => expect(rulesOf(each)).toContain(each.rule));

  it.each(permitted)('permits $name', (each) => expect(rulesOf(each)).toEqual([]));
});
