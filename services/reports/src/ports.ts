import type { Blobs } from '@outlay/blobs';
import type { Jobs } from '@outlay/jobs';
import type { MessageClient } from '@outlay/messaging';
import type { Clock, IdSource } from '@outlay/time';
import type { Connection } from 'mongoose';
import type { ReportQueueOptions } from './jobs/report-queue.js';

export interface ReportsPorts {
  readonly documents: Connection;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly queue?: ReportQueueOptions;
}

export const CLOCK = Symbol('Clock');

export interface ReportWorkerPorts {
  readonly documents: Connection;
  readonly jobs: Jobs;
  readonly blobs: Blobs;
  readonly messages: MessageClient;
  readonly clock: Clock;
}
