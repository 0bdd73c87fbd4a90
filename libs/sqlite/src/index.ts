export * from './file-failure.js';
export * from './sqlite-database.js';
export { DirectReader, ReaderThreads, type Reader } from './reader-threads.js';
