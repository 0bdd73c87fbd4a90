export * from './event-hash.js';
export * from './event-store.js';
export * from './open-event-store.js';
