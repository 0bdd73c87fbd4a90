export * from './expenses.module.js';
export type { ExpensesPorts } from './ports.js';
export { findMissingEvent } from './projections/missing-events.js';
export { Projector } from './projections/projector.js';
export { TrailWatch } from './trail/trail-watch.js';
export { fillReadModel, isDerived, rebuildReadModel } from './projections/rebuild.js';
export { NOTHING_REPLAYED, replay, type ReplayResult } from './projections/replay.js';
export { readAcceptances, recordRepair, unaccepted, type Acceptance } from './stream/trail-repairs.js';
export { findingsBeforeFilling } from './verification/before-filling.js';
export { CannotVerify } from './verification/log-check.js';
export { logKeysOf } from './verification/log-keys-of.js';
export { allFindings, indexFindings, Verification, type VerificationProgress } from './verification/verification.js';
export type { VerificationMessage, VerifyInstallation } from './verification-runs/verify-installation.js';
export { EXPENSE_PREFIX, PAYMENT_PREFIX } from './stream/stream-types.js';
// Tools build the log without the service.
export { LogBuilder } from './audit-log/log-builder.js';
export { auditSigner, LogKeyring, type AuditSecrets } from './audit-log/log-keyring.js';
export { LogFileMissing, LogFiles } from './audit-log/log-files.js';
export { LogPositionsStore } from './audit-log/log-positions.store.js';
// Tools test the domain without stores.
export type { ExpenseCommand } from './domain/commands.js';
export { decide } from './domain/decide.js';
export { evolve } from './domain/evolve.js';
export { initialState, type ExpenseState, type StoredExpenseEvent } from './domain/expense.js';
