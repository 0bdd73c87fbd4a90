export { freePort } from '@outlay/testing/backing/free-port';
export * from './chromium.js';
export * from './presses.js';
export * from './start-process.js';
export * from './start-product.js';
