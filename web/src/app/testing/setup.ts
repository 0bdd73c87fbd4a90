import '@testing-library/jest-dom/jest-globals';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { configure } from '@testing-library/react';
import { addMissingApis, encodeXhrForms } from './jsdom-polyfills';
import { ignoreLoggedFailures } from './logged-failures';
import { server } from './server';

addMissingApis();
ignoreLoggedFailures();
// Lazily loaded modules are compiled on first use, which can take longer than the default second.
configure({ asyncUtilTimeout: 10_000 });

/** The requests of the running test that have no handler; null between tests, when a page that is still loading asks in vain. */
let unanswered: string[] | null = null;

beforeAll(() => {
  server.listen({
    onUnhandledFrame: async ({ frame }) => {
      const message = await frame.getUnhandledMessage();
      unanswered?.push(message);
      throw new Error(message);
    },
  });
  encodeXhrForms();
});
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  unanswered = [];
});
afterEach(() => {
  const asked = unanswered;
  unanswered = null;
  server.resetHandlers();
  expect(asked).toEqual([]);
});
afterAll(() => server.close());
