import '@testing-library/jest-dom/jest-globals';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { fillBrowserGaps, sendFormsByXhr } from './browser-gaps';
import { server } from './server';

fillBrowserGaps();

beforeAll(() => {
  server.listen({ onUnhandledFrame: 'error' });
  sendFormsByXhr();
});
beforeEach(() => localStorage.clear());
afterEach(() => server.resetHandlers());
afterAll(() => server.close());
