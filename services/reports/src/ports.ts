import type { Blobs } from '@outlay/blobs';
import type { Jobs } from '@outlay/jobs';
import type { MessageClient } from '@outlay/messaging';
import type { Clock, IdSource } from '@outlay/time';
import type { Connection } from 'mongoose';

export interface ReportQueueOptions {
  readonly deadlineMs?: number;
  readonly backoffMs?: number;
}

export interface ReportsPorts {
  readonly documents: Connection;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly queue?: ReportQueueOptions;
}

export interface ReportWorkerPorts {
  readonly documents: Connection;
  readonly jobs: Jobs;
  readonly blobs: Blobs;
  readonly messages: MessageClient;
  readonly clock: Clock;
}

export const DOCUMENTS = Symbol('Connection');
export const JOBS = Symbol('Jobs');
export const BLOBS = Symbol('Blobs');
export const CLOCK = Symbol('Clock');
export const IDS = Symbol('IdSource');
export const QUEUE_OPTIONS = Symbol('ReportQueueOptions');
