import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { MessageClient } from '@outlay/messaging';
import {
  BLOBS,
  CLOCK,
  DOCUMENTS,
  IDS,
  JOBS,
  QUEUE_OPTIONS,
  type ReportsPorts,
  type ReportWorkerPorts,
} from './ports.js';

/** The ports of the service and of its worker. */
@Module({})
export class PortsModule {
  static with({ documents, jobs, clock, ids, queue = {} }: ReportsPorts): DynamicModule {
    return global([
      { provide: DOCUMENTS, useValue: documents },
      { provide: JOBS, useValue: jobs },
      { provide: CLOCK, useValue: clock },
      { provide: IDS, useValue: ids },
      { provide: QUEUE_OPTIONS, useValue: queue },
    ]);
  }

  static ofWorker({ documents, jobs, blobs, messages, clock }: ReportWorkerPorts): DynamicModule {
    return global([
      { provide: DOCUMENTS, useValue: documents },
      { provide: JOBS, useValue: jobs },
      { provide: BLOBS, useValue: blobs },
      { provide: MessageClient, useValue: messages },
      { provide: CLOCK, useValue: clock },
    ]);
  }
}

function global(providers: Provider[]): DynamicModule {
  return { module: PortsModule, global: true, providers, exports: providers };
}
