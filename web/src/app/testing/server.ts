import { setupServer } from 'msw/node';

/** The mock server of all tests; a call without a handler fails. */
export const server = setupServer();
