export * from './jobs.js';
export * from './open-jobs.js';
