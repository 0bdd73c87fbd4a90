export * from './expenses.module.js';
export type { ExpensesPorts } from './ports.js';
export { findMissingEvent } from './projections/missing-events.js';
export { Projector } from './projections/projector.js';
export { TrailWatch } from './projections/trail-watch.js';
export { fillReadModel, isDerived, rebuildReadModel } from './projections/rebuild.js';
export { NOTHING_REPLAYED, replay, type ReplayResult } from './projections/replay.js';
export { isFilled } from './projections/is-filled.js';
export { STREAM_KINDS } from './stream/stream-types.js';
export { ClaimChecks } from './verification/claim-checks.js';
// Tools test the domain without stores.
export type { ExpenseCommand } from './domain/commands.js';
export { decide } from './domain/decide.js';
export { evolve } from './domain/evolve.js';
export { initialState, type ExpenseState, type StoredExpenseEvent } from './domain/expense.js';
