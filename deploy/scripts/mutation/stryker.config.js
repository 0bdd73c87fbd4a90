import { AREAS } from './areas.js';

const area = AREAS[process.env.MUTATION_AREA];

/** StrykerJS over one area of the code, judged by the tests of that area alone. */
export default {
  plugins: ['./deploy/scripts/mutation/circus-runner.js'],
  testRunner: 'circus',
  testRunnerNodeArgs: ['--conditions=source', '--no-warnings'],
  coverageAnalysis: 'perTest',
  // A mutant outside every function would run all tests in a new process, which takes longer than it is worth.
  ignoreStatic: true,
  timeoutMS: 10_000,
  mutate: [...area.code, '!**/*.test.ts', '!**/*.contract.ts', '!**/{contract,testing}/**'],
  // The wording of a message is no behaviour.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignorePatterns: ['data', 'dist', '.nx', 'web', 'deploy/acceptance'],
  disableTypeChecks: false,
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 2),
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
};
