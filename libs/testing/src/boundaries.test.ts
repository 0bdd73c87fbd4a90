import { lint } from './lint.js';

const rulesBroken = async (file: string, code: string) => (await lint(file, code)).map(({ rule }) => rule);

const BOUNDARY = '@nx/enforce-module-boundaries';

describe('the lint refuses', () => {
  it.each([
    [
      'a service that imports another service',
      'services/auth/src/crime.ts',
      "export * from '@outlay/expenses';",
      BOUNDARY,
    ],
    ['a client that imports a server library', 'web/src/crime.ts', "export * from '@outlay/event-store';", BOUNDARY],
    [
      'a feature of the client that imports another feature',
      'web/src/features/review/crime.ts',
      "export * from '#features/payments/pay-button';",
      'no-restricted-imports',
    ],
    [
      'a feature of the client that imports another by a relative path',
      'web/src/features/review/list/crime.ts',
      "export * from '../../payments/pay-button';",
      'no-restricted-imports',
    ],
    [
      'a client component that imports a feature',
      'web/src/ui/crime.ts',
      "export * from '#features/login/api/login';",
      'no-restricted-imports',
    ],
    [
      'a client helper that imports the app',
      'web/src/lib/crime.ts',
      "export * from '#app/router';",
      'no-restricted-imports',
    ],
    ['rules that import anything', 'libs/rules/src/crime.ts', "export * from '@outlay/contracts';", BOUNDARY],
    ['a gateway that imports a service', 'gateway/src/crime.ts', "export * from '@outlay/expenses';", BOUNDARY],
    ['a gateway that reads documents', 'gateway/src/crime.ts', "export * from '@outlay/documents';", BOUNDARY],
    [
      'a domain that reads its service’s stream',
      'services/expenses/src/domain/crime.ts',
      "export * from '../stream/facts.js';",
      'no-restricted-imports',
    ],
    [
      'a domain that imports a store',
      'services/expenses/src/domain/crime.ts',
      "export * from '@outlay/event-store';",
      'no-restricted-imports',
    ],
    [
      'a read model that imports messages',
      'services/expenses/src/read-models/crime.ts',
      "export * from '../messages/queries.controller.js';",
      'no-restricted-imports',
    ],
    ['test helpers that import what they help', 'libs/testing/src/crime.ts', "export * from '@outlay/jobs';", BOUNDARY],
    ...[
      ['a library', 'libs/jobs/src/crime.ts'],
      ['a service', 'services/auth/src/crime.ts'],
      ['a read model', 'services/expenses/src/read-models/crime.ts'],
      ['a gateway', 'gateway/src/crime.ts'],
    ].map(([who = '', file = '']) => [
      `${who} that runs on test helpers`,
      file,
      "export * from '@outlay/testing/backing/index';",
      'no-restricted-imports',
    ]),
    ['an any', 'libs/rules/src/crime.ts', 'export const x: any = 1;', '@typescript-eslint/no-explicit-any'],
  ])('%s', async (_crime, file, code, rule) => expect(await rulesBroken(file, code)).toContain(rule), 60_000);

  it('but not what may be imported', async () => {
    expect(await rulesBroken('services/auth/src/fine.ts', "export * from '@outlay/contracts';\n")).toEqual([]);
    expect(
      await rulesBroken('services/expenses/src/domain/fine.ts', "export { roundHalfUp } from '@outlay/rules';\n"),
    ).toEqual([]);
  }, 60_000);

  it.each([
    'libs/jobs/src/bullmq/fine.test.ts',
    'libs/jobs/src/contract/fine.ts',
    'libs/messaging/src/nats/testing/fine.ts',
    'services/expenses/src/read-models/fine.test.ts',
  ])(
    'nor test helpers in %s',
    async (file) => {
      expect(await rulesBroken(file, "export * from '@outlay/testing/backing/index';\n")).toEqual([]);
    },
    60_000,
  );
});
