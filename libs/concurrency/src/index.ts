export * from './failpoint.js';
export { inParallel } from './in-parallel.js';
export { Limit } from './limit.js';
export { Thread, type ThreadAnswer } from './thread.js';
