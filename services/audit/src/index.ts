export { AuditModule } from './audit.module.js';
export type { AuditPorts } from './ports.js';
export { LogWatch } from './log/log-watch.js';
export { CannotVerify } from './verification/log-check.js';
export { logKeysOf } from './verification/log-keys-of.js';
export { readAcceptances, recordRepair, unaccepted, type Acceptance } from './verification/trail-repairs.js';
export {
  allFindings,
  Verification,
  type VerificationProgress,
  type VerificationSources,
} from './verification/verification.js';
export type { VerificationMessage, VerifyInstallation } from './verification-runs/verify-installation.js';
// Tools build the log without the service.
export { LogBuilder } from './log/log-builder.js';
export { auditSigner, LogKeyring, type AuditSecrets } from './log/log-keyring.js';
export { LogFileMissing, LogFiles } from './log/log-files.js';
export { isDerived, LogPositionsStore } from './log/log-positions.store.js';
