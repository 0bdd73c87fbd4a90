/** The globals of Jest that tests import from `@jest/globals` or use directly. */
import { ModernFakeTimers } from '@jest/fake-timers';

export { jestExpect as expect } from '@jest/expect';
export { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } from 'jest-circus';
export const jest = new ModernFakeTimers({ global: globalThis, config: { rootDir: process.cwd(), fakeTimers: {} } });
