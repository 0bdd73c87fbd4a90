export * from './correlation.js';
export * from './metrics.js';
export * from './tracing.js';
