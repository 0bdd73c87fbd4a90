/**
 * One Jest for the repository. Sources compile with SWC and run as ES modules; workspace packages resolve to their
 * sources (the `source` export condition), so no build is needed before a test, except for those of the whole product:
 * REST and browser tests start it as it is built.
 *
 * The name of a file says when it runs: `*.test.ts` with `npm test`, `*.full.test.ts` with `npm test -- --full`.
 */
import { readFile } from 'node:fs/promises';

const swcOptions = JSON.parse(await readFile(new URL('./.swcrc', import.meta.url), 'utf8'));
delete swcOptions.$schema;

const BROWSER_FLOWS = '<rootDir>/deploy/acceptance/flows/';
const FULL = '\\.full\\.test\\.tsx?$';

const shared = {
  rootDir: import.meta.dirname,
  transform: { '^.+\\.(t|j|mj)sx?$': ['@swc/jest', { ...swcOptions, swcrc: false, sourceMaps: 'inline' }] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  testPathIgnorePatterns: ['/node_modules/', '/dist/', FULL],
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.nx/', '<rootDir>/.stryker-tmp/'],
};

const server = {
  ...shared,
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
};
const full = { ...server, testPathIgnorePatterns: ['/node_modules/', '/dist/'] };

export default {
  maxWorkers: 2,
  // Jest cannot free the ES modules of a finished file; a worker that grew past this is replaced.
  workerIdleMemoryLimit: '1500MB',
  watchman: false,
  // Ends a test that hangs, even on a busy machine.
  testTimeout: 60_000,
  projects: [
    {
      ...server,
      displayName: 'server',
      testMatch: ['<rootDir>/{libs,services,gateway,deploy}/**/*.test.ts'],
      testPathIgnorePatterns: [...shared.testPathIgnorePatterns, BROWSER_FLOWS],
    },
    {
      ...shared,
      displayName: 'web',
      testEnvironment: 'jest-fixed-jsdom',
      transformIgnorePatterns: ['/node_modules/(?!(msw|@mswjs|until-async|rettime|@open-draft)/)'],
      // jest-fixed-jsdom sets its own export conditions, so that the `source` one is spelled out here.
      moduleNameMapper: {
        ...shared.moduleNameMapper,
        '^#(.*)$': '<rootDir>/web/src/$1',
        '\\.css$': '<rootDir>/web/src/app/testing/empty-style.ts',
        '^uplot$': '<rootDir>/web/src/app/testing/no-chart.ts',
        '^@outlay/(contracts|receipts|rules)$': '<rootDir>/libs/$1/src/index.ts',
      },
      setupFilesAfterEnv: ['<rootDir>/web/src/app/testing/setup.ts'],
      testMatch: ['<rootDir>/web/**/*.test.{ts,tsx}'],
    },
    { ...server, displayName: 'browser', testMatch: [`${BROWSER_FLOWS}*.test.ts`] },
    {
      ...full,
      displayName: 'full',
      testMatch: ['<rootDir>/{libs,services,gateway}/**/*.full.test.ts'],
    },
    // Each of these keeps a browser or a dozen processes busy, so they run one file at a time.
    { ...full, displayName: 'full-product', testMatch: ['<rootDir>/deploy/**/*.full.test.ts'] },
  ],
};
