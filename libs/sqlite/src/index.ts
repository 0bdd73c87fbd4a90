export * from './file-failure.js';
