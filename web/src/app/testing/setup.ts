import '@testing-library/jest-dom/jest-globals';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { configure, getConfig } from '@testing-library/react';
import { computeStylesOnDemand } from './computed-styles';
import { addMissingApis, encodeXhrForms, findLabelsOnce } from './jsdom-polyfills';
import { ignoreLoggedFailures } from './logged-failures';
import { server } from './server';

addMissingApis();
computeStylesOnDemand();
findLabelsOnce();
ignoreLoggedFailures();
// Lazily loaded modules are compiled on first use, which can take longer than the default second.
configure(({ getElementError }) => ({
  asyncUtilTimeout: 10_000,
  // A search that is repeated until it finds something needs the page in its last message only.
  getElementError: (message, container) =>
    isRepeated()
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
}));

function isRepeated() {
  const config: object = getConfig();
  return '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics === true;
}

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
