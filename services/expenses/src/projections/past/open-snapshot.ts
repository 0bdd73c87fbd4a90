import { OutlayError } from '@outlay/contracts';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SnapshotMessage, SnapshotQuestion } from './snapshot-thread.js';
import type { PastQuery, PastReplies, SnapshotRequest } from './snapshot.js';

const EXTENSION = extname(import.meta.filename);
const ENTRY = new URL(`./snapshot-thread${EXTENSION}`, import.meta.url);
/** Development and tests run the sources, which the thread's Node must load as well. */
const SOURCE_NAMES = new URL('../../../../../libs/testing/src/backing/source-names.mjs', import.meta.url);
const SOURCE_ARGUMENTS = ['--conditions=source', '--experimental-transform-types', '--no-warnings'];
const OPTIONS = EXTENSION === '.ts' ? { execArgv: [...SOURCE_ARGUMENTS, '--import', SOURCE_NAMES.href] } : {};

interface Waiting {
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A read model of the past, made and asked in a thread of its own. */
export class Snapshot {
  private readonly worker: Worker;
  private readonly asked = new Map<number, Waiting>();
  private next = 0;
  /** The progress, from 0 to 1. */
  progress = 0;
  isReady = false;
  /** Settles when the snapshot is ready, or its thread has ended. */
  readonly made: Promise<void>;

  constructor(request: SnapshotRequest, onEnd: () => void, warn: (message: string) => void) {
    this.worker = new Worker(ENTRY, { workerData: request, ...OPTIONS });
    this.worker.unref();
    this.worker.on('error', (error) => warn(`Reading the past failed: ${String(error)}`));
    this.made = new Promise((resolve) => {
      this.worker.on('message', (message: SnapshotMessage) => {
        if ('progress' in message) this.progress = message.progress;
        else if ('ready' in message) {
          this.isReady = true;
          resolve();
        } else this.settle(message);
      });
      this.worker.on('exit', () => {
        onEnd();
        for (const { reject } of this.asked.values()) reject(new OutlayError('SERVICE_UNAVAILABLE', ENDED));
        this.asked.clear();
        this.isReady = false;
        resolve();
      });
    });
  }

  /** @throws SERVICE_UNAVAILABLE if the thread has ended; whatever the query throws */
  ask<Query extends PastQuery>(query: Query): Promise<PastReplies[Query['kind']]> {
    if (!this.isReady) return Promise.reject(new OutlayError('SERVICE_UNAVAILABLE', ENDED));
    const id = (this.next += 1);
    return new Promise<unknown>((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      this.worker.postMessage({ id, query } satisfies SnapshotQuestion);
    }) as Promise<PastReplies[Query['kind']]>;
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private settle(message: Extract<SnapshotMessage, { readonly id: number }>): void {
    const waiting = this.asked.get(message.id);
    this.asked.delete(message.id);
    if ('error' in message) {
      const { error } = message;
      waiting?.reject(new OutlayError(error.code, error.message, error.details));
    } else waiting?.resolve(message.reply);
  }
}

const ENDED = 'The past cannot be read at the moment. Please try again.';
