export { ReportWorkerModule } from './report-worker.module.js';
export { ReportsModule } from './reports.module.js';
export { reportFindings } from './verification/report-findings.js';
export type { ReportWorkerPorts, ReportsPorts } from './ports.js';
