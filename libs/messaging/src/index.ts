export * from './handles.decorator.js';
export * from './in-process/in-process.client.js';
export * from './in-process/in-process.server.js';
export * from './in-process/message-hub.js';
export * from './message-client.js';
export * from './no-subscriber.error.js';
