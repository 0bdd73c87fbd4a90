export * from './clock.js';
export * from './failpoint.js';
export * from './ids.js';
