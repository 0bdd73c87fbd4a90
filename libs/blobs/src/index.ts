export * from './blobs.js';
