export * from './file-failure.js';
export * from './sqlite-database.js';
