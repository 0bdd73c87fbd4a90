export * from './auth.module.js';
export type { AuthPorts } from './ports.js';
export { userCheck } from './verification/user-check.js';
