import '@testing-library/jest-dom/jest-globals';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { configure } from '@testing-library/react';
import { addMissingApis, encodeXhrForms } from './jsdom-polyfills';
import { ignoreLoggedFailures } from './logged-failures';
import { server } from './server';

addMissingApis();
ignoreLoggedFailures();
// Lazily loaded modules are compiled on first use, which can take longer than the default second.
configure({ asyncUtilTimeout: 10_000 });

beforeAll(() => {
  server.listen({ onUnhandledFrame: 'error' });
  encodeXhrForms();
});
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());
