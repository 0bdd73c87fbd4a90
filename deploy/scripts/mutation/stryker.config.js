import { AREAS } from './areas.js';

const area = AREAS[process.env.MUTATION_AREA];

export default {
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
  jest: { projectType: 'custom', configFile: 'deploy/scripts/mutation/jest.config.js', enableFindRelatedTests: false },
  coverageAnalysis: 'perTest',
  mutate: [...area.code, '!**/*.test.ts', '!**/*.contract.ts', '!**/{contract,testing}/**'],
  // Wording is not behaviour.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignorePatterns: ['data', 'dist', '.nx', 'web', 'deploy/acceptance'],
  disableTypeChecks: false,
  concurrency: 2,
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
};
