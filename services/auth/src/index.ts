export * from './auth.module.js';
export type { AuthPorts } from './ports.js';
