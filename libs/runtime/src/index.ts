export * from './clock.js';
export * from './failpoint.js';
export * from './file-failure.js';
export * from './idempotency.js';
export * from './ids.js';
export * from './telemetry/correlation.js';
export * from './telemetry/metrics.js';
export * from './telemetry/tracing.js';
