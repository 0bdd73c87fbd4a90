import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  DryRunStatus,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import * as circus from 'jest-circus';
import { runSources } from '../dev/sources.mjs';
import { AREAS } from './areas.js';
import * as jestGlobals from './jest-globals.js';

const JEST_GLOBALS = import.meta.resolve('./jest-globals.js');
const { exit } = process;
const TEST_TIMEOUT_MS = 10_000;
/** The file is in the sandbox, for the processes that replace this one after a timeout. */
const DURATIONS = 'test-durations.json';

/**
 * Runs Jest's tests without Jest: the files of an area are loaded once, into one process, and a mutant costs no more than
 * the tests that cover it. Jest itself would load its modules anew for every mutant, which takes up to three seconds.
 */
class CircusRunner {
  static inject = tokens();
  #state = circus.getState();
  #stryker = (globalThis.__stryker__ ??= {});
  #tests = [];
  #setUps = new Map();

  capabilities() {
    return { reloadEnvironment: false };
  }

  async init() {
    runSources({ isCached: false });
    registerHooks({
      resolve: (specifier, context, next) =>
        specifier === '@jest/globals' ? { url: JEST_GLOBALS, shortCircuit: true } : next(specifier, context),
    });
    Object.assign(globalThis, jestGlobals);
    this.#state.testTimeout = TEST_TIMEOUT_MS;
    circus.addEventHandler((event) => this.#attributeCoverage(event));
    process.on('uncaughtException', (error) => this.#state.currentlyRunningTest?.errors.push(error));
    // A mutant that keeps the product from starting fails its test, not the run.
    process.exit = process.abort = () => {
      throw new Error('The product ended the process.');
    };
    const files = globSync(AREAS[process.env.MUTATION_AREA].tests).filter((file) => !file.endsWith('.full.test.ts'));
    for (const file of files.sort()) await this.#load(file);
    if (existsSync(DURATIONS)) this.#sort();
  }

  /** Each file is a block of its own, so that its hooks are its own. */
  async #load(file) {
    const { rootDescribeBlock: root } = this.#state;
    circus.describe(file, () => undefined);
    const block = root.children.at(-1);
    this.#state.currentDescribeBlock = block;
    await import(pathToFileURL(resolve(file)));
    this.#state.currentDescribeBlock = root;
    for (const test of testsOf(block)) this.#tests.push({ test, id: nameOf(test), fileName: resolve(file) });
  }

  /** Hooks that run before all tests of a block count for each of them. */
  #attributeCoverage({ name, test, hook }) {
    if (name === 'test_start') this.#stryker.currentTestId = nameOf(test);
    else if (name === 'hook_start' && hook.type === 'beforeAll') {
      this.#stryker.currentTestId = `set-up of ${nameOf(hook.parent)}`;
      this.#setUps.set(this.#stryker.currentTestId, hook.parent);
    } else if (['test_done', 'test_skip'].includes(name) || (name.startsWith('hook_') && hook.type === 'beforeAll'))
      this.#stryker.currentTestId = undefined;
  }

  async dryRun() {
    const tests = await this.#run(() => true);
    writeFileSync(DURATIONS, JSON.stringify(Object.fromEntries(tests.map(({ id, timeSpentMs }) => [id, timeSpentMs]))));
    this.#sort();
    const { mutantCoverage } = this.#stryker;
    for (const [setUp, block] of this.#setUps) {
      const covered = mutantCoverage?.perTest[setUp];
      if (!covered) continue;
      for (const test of testsOf(block)) {
        const own = (mutantCoverage.perTest[nameOf(test)] ??= {});
        for (const [mutant, hits] of Object.entries(covered)) own[mutant] = (own[mutant] ?? 0) + hits;
      }
      delete mutantCoverage.perTest[setUp];
    }
    return { status: DryRunStatus.Complete, tests, mutantCoverage };
  }

  /** The quickest tests first, since the first failure decides. */
  #sort() {
    const durations = JSON.parse(readFileSync(DURATIONS, 'utf8'));
    const sort = (block) => {
      const costs = new Map(block.children.map((child) => [child, costOf(child)]));
      block.children.sort((a, b) => costs.get(a) - costs.get(b));
    };
    const costOf = (child) => {
      if (child.type === 'test') return durations[nameOf(child)] ?? 0;
      sort(child);
      return testsOf(child).reduce((sum, test) => sum + costOf(test), 0);
    };
    sort(this.#state.rootDescribeBlock);
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, disableBail }) {
    const covering = testFilter && new Set(testFilter);
    let hasFailed = false;
    circus.addEventHandler(bail);
    function bail({ name, test }) {
      if (name === 'test_done' && test.errors.length > 0) hasFailed = !disableBail;
    }
    Object.assign(this.#stryker, { activeMutant: activeMutant.id, hitLimit, hitCount: hitLimit && 0 });
    const tests = await this.#run((id) => !hasFailed && (covering?.has(id) ?? true));
    circus.removeEventHandler(bail);
    this.#stryker.activeMutant = undefined;
    const timeout = determineHitLimitReached(this.#stryker.hitCount, hitLimit);
    this.#stryker.hitCount = undefined;
    const result = toMutantRunResult(timeout ?? { status: DryRunStatus.Complete, tests }, disableBail);
    // A test may also fail because of what an earlier mutant left behind; Stryker repeats the run in a new process.
    if (result.killedBy && failures(await this.#run((id) => id === result.killedBy[0])).length > 0) exit(1);
    return result;
  }

  async #run(isSelected) {
    for (const { test } of this.#tests) test.errors = [];
    this.#state.unhandledErrors = [];
    this.#state.testNamePattern = { test: isSelected };
    await circus.run();
    return this.#tests.map(({ test, id, fileName }) => ({
      id,
      name: id,
      fileName,
      timeSpentMs: test.duration ?? 0,
      ...(test.errors.length > 0
        ? { status: TestStatus.Failed, failureMessage: messageOf(test.errors[0]) }
        : { status: test.status === 'done' ? TestStatus.Success : TestStatus.Skipped }),
    }));
  }
}

const failures = (tests) => tests.filter(({ status }) => status === TestStatus.Failed);

const testsOf = (block) => block.children.flatMap((child) => (child.type === 'test' ? [child] : testsOf(child)));

/** The name of a test in circus, without the root. */
const nameOf = ({ name, parent }) => (parent?.parent ? `${nameOf(parent)} ${name}` : name);

function messageOf(error) {
  const first = Array.isArray(error) ? (error[0] ?? error[1]) : error;
  return String(first?.message ?? first);
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'circus', CircusRunner)];
