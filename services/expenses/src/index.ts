export * from './expenses.module.js';
export type { ExpensesPorts } from './ports.js';
export { Projector } from './projections/projector.js';
export { rebuildReadModel, verifyReadModel, type ReplayResult, type VerifyResult } from './projections/rebuild.js';
