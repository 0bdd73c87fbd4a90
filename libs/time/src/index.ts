export * from './clock-set-back.js';
export * from './clock.js';
export * from './deadline.js';
export * from './derived-uuid.js';
export * from './ids.js';
export * from './periodic.js';
export * from './progress.js';
