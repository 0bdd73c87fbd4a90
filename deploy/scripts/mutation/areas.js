export const AREAS = {
  rules: { code: ['libs/rules/src/**/*.ts'], tests: ['libs/rules'] },
  expenses: {
    code: ['services/expenses/src/{domain,stream,projections,workflows}/**/*.ts'],
    tests: ['services/expenses'],
  },
  auth: { code: ['services/auth/src/**/*.ts'], tests: ['services/auth'] },
  'event-store': { code: ['libs/event-store/src/**/*.ts'], tests: ['libs/event-store'] },
};
