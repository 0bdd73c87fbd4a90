export * from './expenses.module.js';
export type { ExpensesPorts } from './ports.js';
export { Projector } from './projections/projector.js';
