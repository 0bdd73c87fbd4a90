import { isErrorBody, OutlayError, type ErrorBody } from '@outlay/contracts';
import { parentPort, workerData } from 'node:worker_threads';
import { makeSnapshot, type PastQuery, type SnapshotRequest } from './snapshot.js';

export interface Asked {
  readonly id: number;
  readonly query: PastQuery;
}

export type Told =
  | { readonly progress: number }
  | { readonly ready: true }
  | { readonly id: number; readonly reply: unknown }
  | { readonly id: number; readonly error: ErrorBody };

const tell = (told: Told) => parentPort?.postMessage(told);

function bodyOf(error: unknown): ErrorBody {
  if (error instanceof OutlayError) return error.toBody();
  if (isErrorBody(error)) return error;
  return { code: 'SERVICE_UNAVAILABLE', message: `The past cannot be read: ${String(error)}` };
}

const read = await makeSnapshot(workerData as SnapshotRequest, (progress) => tell({ progress }));
parentPort?.on('message', ({ id, query }: Asked) => {
  read(query).then(
    (reply) => tell({ id, reply }),
    (error: unknown) => tell({ id, error: bodyOf(error) }),
  );
});
tell({ ready: true });
