import '@testing-library/jest-dom/jest-globals';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { configure } from '@testing-library/react';
import { fillBrowserGaps, sendFormsByXhr } from './browser-gaps';
import { server } from './server';

fillBrowserGaps();
// Lazily loaded modules are compiled on first use, which can take longer than the default second.
configure({ asyncUtilTimeout: 5000 });

beforeAll(() => {
  server.listen({ onUnhandledFrame: 'error' });
  sendFormsByXhr();
});
beforeEach(() => localStorage.clear());
afterEach(() => server.resetHandlers());
afterAll(() => server.close());
