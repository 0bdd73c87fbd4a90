/**
 * One Jest for the repository: server code in Node, the client in jsdom. Both compile with SWC and run as ES modules;
 * workspace packages resolve to their sources (the `source` export condition), so no build is needed before a test.
 */
const transform = { '^.+\\.(t|j|mj)sx?$': ['@swc/jest', { ...(await swcOptions()) }] };

async function swcOptions() {
  const { readFile } = await import('node:fs/promises');
  const { $schema, ...options } = JSON.parse(await readFile(new URL('./.swcrc', import.meta.url), 'utf8'));
  return { ...options, swcrc: false, sourceMaps: 'inline' };
}

const shared = {
  rootDir: import.meta.dirname,
  transform,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.nx/'],
};

export default {
  maxWorkers: 2,
  watchman: false,
  testTimeout: 20_000,
  projects: [
    {
      ...shared,
      displayName: 'server',
      testEnvironment: 'node',
      testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
      testMatch: ['<rootDir>/{libs,services,gateway,deploy}/**/*.test.ts'],
    },
    {
      ...shared,
      displayName: 'web',
      testEnvironment: 'jest-fixed-jsdom',
      transformIgnorePatterns: ['/node_modules/(?!(msw|@mswjs|until-async|rettime|@open-draft)/)'],
      // jest-fixed-jsdom sets its own export conditions, so that the `source` one is spelled out here.
      moduleNameMapper: {
        ...shared.moduleNameMapper,
        '\\.css$': '<rootDir>/web/src/app/testing/empty-style.ts',
        '^@outlay/(contracts|rules)$': '<rootDir>/libs/$1/src/index.ts',
      },
      setupFilesAfterEnv: ['<rootDir>/web/src/app/testing/setup.ts'],
      testMatch: ['<rootDir>/web/**/*.test.{ts,tsx}'],
    },
  ],
};
