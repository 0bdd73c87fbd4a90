export * from './blobs.js';
export * from './open-blobs.js';
