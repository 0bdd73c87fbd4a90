import { prepareCollection } from '@outlay/documents';
import { Module, type DynamicModule } from '@nestjs/common';
import { QueueLength } from './jobs/queue-length.js';
import { ReportQueue } from './jobs/report-queue.js';
import { ReportReconciler } from './jobs/report-reconciler.js';
import { ReportQueriesController } from './messages/report-queries.controller.js';
import { ReportRequestsController } from './messages/report-requests.controller.js';
import { CLOCK, type ReportsPorts } from './ports.js';
import { reportModel } from './read-models/report.model.js';
import { ReportQueries } from './read-models/report.queries.js';
import { ReportStore } from './read-models/report.store.js';

@Module({})
export class ReportsModule {
  static async with({ documents, jobs, clock, ids, queue: queueOptions }: ReportsPorts): Promise<DynamicModule> {
    const rows = reportModel(documents);
    await prepareCollection(rows);
    const store = new ReportStore(rows);
    const queue = new ReportQueue(jobs, queueOptions);
    return {
      module: ReportsModule,
      controllers: [ReportRequestsController, ReportQueriesController],
      providers: [
        { provide: CLOCK, useValue: clock },
        { provide: ReportStore, useValue: store },
        { provide: ReportQueries, useValue: new ReportQueries(rows) },
        { provide: QueueLength, useValue: new QueueLength(queue) },
        { provide: ReportReconciler, useValue: new ReportReconciler(store, queue, clock, ids) },
      ],
    };
  }
}
