export * from './backing.js';
export * from './backing-server.js';
export * from './describe-on.js';
export type { BackingName } from './server-kinds.js';
