import { setupServer } from 'msw/node';

/** The server of every test; it refuses what no handler answers. */
export const server = setupServer();
