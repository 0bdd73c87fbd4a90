export * from './auth.module.js';
export type { AuthPorts } from './ports.js';
export { accessCheck } from './verification/access-check.js';
export { auditTokenCheck } from './verification/audit-token-check.js';
export { userCheck } from './verification/user-check.js';
export { STREAM_KINDS } from './stream/stream-kinds.js';
