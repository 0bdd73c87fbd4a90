import { isErrorBody, OutlayError, type ErrorBody } from '@outlay/contracts';
import { parentPort, workerData } from 'node:worker_threads';
import { makeSnapshot, type PastQuery, type SnapshotRequest } from './snapshot.js';

export interface SnapshotQuestion {
  readonly id: number;
  readonly query: PastQuery;
}

export type SnapshotMessage =
  | { readonly progress: number }
  | { readonly ready: true }
  | { readonly id: number; readonly reply: unknown }
  | { readonly id: number; readonly error: ErrorBody };

const post = (message: SnapshotMessage) => parentPort?.postMessage(message);

function bodyOf(error: unknown): ErrorBody {
  if (error instanceof OutlayError) return error.toBody();
  if (isErrorBody(error)) return error;
  return { code: 'SERVICE_UNAVAILABLE', message: `The past cannot be read: ${String(error)}` };
}

const read = await makeSnapshot(workerData as SnapshotRequest, (progress) => post({ progress }));
parentPort?.on('message', ({ id, query }: SnapshotQuestion) => {
  read(query).then(
    (reply) => post({ id, reply }),
    (error: unknown) => post({ id, error: bodyOf(error) }),
  );
});
post({ ready: true });
