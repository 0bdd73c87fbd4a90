export * from './derived-uuid.js';
export * from './ids.js';
