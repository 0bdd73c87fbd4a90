import { Module, type DynamicModule } from '@nestjs/common';
import { ReportGenerator } from './jobs/generate-report.js';
import { ReportWorker } from './jobs/report-worker.js';
import { PortsModule } from './ports.module.js';
import { DOCUMENTS, type ReportWorkerPorts } from './ports.js';
import { REPORT_MODEL, reportModel } from './read-models/report.model.js';
import { ReportStore } from './read-models/report.store.js';

@Module({
  providers: [
    { provide: REPORT_MODEL, inject: [DOCUMENTS], useFactory: reportModel },
    ReportStore,
    ReportGenerator,
    ReportWorker,
  ],
})
export class ReportWorkerModule {
  static with(ports: ReportWorkerPorts): DynamicModule {
    return { module: ReportWorkerModule, imports: [PortsModule.ofWorker(ports)] };
  }
}
