export * from './clock.js';
export * from './failpoint.js';
export * from './file-failure.js';
export * from './idempotency.js';
export * from './ids.js';
