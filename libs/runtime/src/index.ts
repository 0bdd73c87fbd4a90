export * from './clock.js';
export * from './failpoint.js';
export * from './file-failure.js';
export * from './ids.js';
