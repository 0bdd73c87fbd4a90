const audit = 'services/audit/src';
const expenses = 'services/expenses/src';
const eventStore = 'libs/event-store/src';
const log = 'libs/transparency-log/src';

/** The areas of mutation, and the tests that must notice it: those beside the code, which are quick. */
export const AREAS = {
  rules: { code: ['libs/rules/src/**/*.ts'], tests: ['libs/rules/src/**/*.test.ts'] },
  domain: { code: [`${expenses}/domain/**/*.ts`], tests: [`${expenses}/domain/**/*.test.ts`] },
  stream: {
    code: [`${expenses}/stream/**/*.ts`, 'libs/event-sourcing/src/**/*.ts'],
    tests: [`${expenses}/stream/**/*.test.ts`, 'libs/event-sourcing/src/**/*.test.ts'],
  },
  projections: { code: [`${expenses}/projections/**/*.ts`], tests: [`${expenses}/projections/**/*.test.ts`] },
  workflows: {
    code: [`${expenses}/workflows/**/*.ts`],
    tests: [`${expenses}/workflows/**/*.test.ts`, `${expenses}/*.test.ts`],
  },
  auth: { code: ['services/auth/src/**/*.ts'], tests: ['services/auth/src/**/*.test.ts'] },
  'event-store': {
    code: [`${eventStore}/{*,sqlite/*,subscription/*}.ts`],
    // The processes that crash.test.ts starts run without mutants.
    tests: [`${eventStore}/{*,subscription/*,sqlite/!(crash)}.test.ts`],
  },
  audit: {
    code: [`${log}/*.ts`, `${audit}/{log,feed,timeline}/*.ts`],
    tests: [`${log}/*.test.ts`, `${audit}/{log,feed,timeline}/*.test.ts`],
  },
  eventstoredb: { code: [`${eventStore}/eventstoredb/*.ts`], tests: [`${eventStore}/eventstoredb/*.test.ts`] },
};
