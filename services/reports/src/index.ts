export { ReportWorkerModule } from './report-worker.module.js';
export { ReportsModule } from './reports.module.js';
export type { ReportWorkerPorts, ReportsPorts } from './ports.js';
