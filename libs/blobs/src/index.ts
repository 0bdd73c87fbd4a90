export * from './blobs.js';
export * from './intact.js';
export * from './open-blobs.js';
export * from './zip-content.js';
