import { Module, type DynamicModule } from '@nestjs/common';
import { ReportGenerator } from './jobs/generate-report.js';
import { ReportWorker } from './jobs/report-worker.js';
import type { ReportWorkerPorts } from './ports.js';
import { reportModel } from './read-models/report.model.js';
import { ReportStore } from './read-models/report.store.js';

@Module({})
export class ReportWorkerModule {
  static with({ documents, jobs, blobs, messages, clock }: ReportWorkerPorts): DynamicModule {
    const store = new ReportStore(reportModel(documents));
    const worker = new ReportWorker(jobs, new ReportGenerator(store, blobs, messages), store, clock);
    return { module: ReportWorkerModule, providers: [{ provide: ReportWorker, useValue: worker }] };
  }
}
