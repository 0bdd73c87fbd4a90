export * from './config.js';
export * from './create-service.js';
export * from './first-invite.js';
export * from './logging.js';
export * from './operations-server.js';
export * from './services.js';
export * from './stores.js';
export * from './tracing.js';
