import type { Blobs } from '@outlay/blobs';
import type { Jobs } from '@outlay/jobs';
import type { MessageClient } from '@outlay/messaging';
import type { IdSource } from '@outlay/ids';
import type { Clock } from '@outlay/time';
import type { Connection } from 'mongoose';

/** What the reports service stands on; the composition chooses the adapters. */
export interface ReportsPorts {
  readonly documents: Connection;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** What its worker stands on, in the same process or in one of its own. */
export interface ReportWorkerPorts {
  readonly documents: Connection;
  readonly jobs: Jobs;
  readonly blobs: Blobs;
  readonly messages: MessageClient;
  readonly clock: Clock;
}
