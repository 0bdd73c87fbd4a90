export * from './file-failure.js';
export { GroupCommit } from './group-commit.js';
export type { ReadOnly } from './read-only.js';
export * from './sqlite-database.js';
export { DirectReader, ReaderThreads, type Reader } from './reader-threads.js';
export { Scratch } from './scratch.js';
export type { SqliteThreadData } from './thread-data.js';
