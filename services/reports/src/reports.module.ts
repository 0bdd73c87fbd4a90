import { Module, type DynamicModule } from '@nestjs/common';
import { QueueLength } from './jobs/queue-length.js';
import { ReportQueue } from './jobs/report-queue.js';
import { ReportReconciler } from './jobs/report-reconciler.js';
import { ReportQueriesController } from './messages/report-queries.controller.js';
import { ReportRequestsController } from './messages/report-requests.controller.js';
import { PortsModule } from './ports.module.js';
import { DOCUMENTS, type ReportsPorts } from './ports.js';
import { openReportModel, REPORT_MODEL } from './read-models/report.model.js';
import { ReportQueries } from './read-models/report.queries.js';
import { ReportStore } from './read-models/report.store.js';

@Module({
  controllers: [ReportRequestsController, ReportQueriesController],
  providers: [
    { provide: REPORT_MODEL, inject: [DOCUMENTS], useFactory: openReportModel },
    ReportStore,
    ReportQueries,
    ReportQueue,
    QueueLength,
    ReportReconciler,
  ],
})
export class ReportsModule {
  static with(ports: ReportsPorts): DynamicModule {
    return { module: ReportsModule, imports: [PortsModule.with(ports)] };
  }
}
