import type { Blobs } from '@outlay/blobs';
import { TRAIL_PREFIXES, type Finding, type VerificationStep } from '@outlay/contracts';
import type { EventCheck } from '@outlay/event-sourcing';
import { comparePositions, type EventStore, type Position, type RecordedEvent } from '@outlay/event-store';
import type { Checkpoint, LogKeys } from '@outlay/transparency-log';
import type { Connection } from 'mongoose';
import { Scratch } from '@outlay/sqlite';
import { LogFiles } from '../log/log-files.js';
import { LogPositionsStore } from '../log/log-positions.store.js';
import { hiddenStreams } from './hidden-streams-check.js';
import { KeptElsewhere, LogCheck } from './log-check.js';
import { ReceiptCheck } from './receipt-check.js';
import { StreamCheck } from './stream-check.js';
import { StreamFolds, type AnyStream } from './stream-folds.js';
import { TRAIL } from './trail-repairs.js';

const BATCH = 500;

interface Verified {
  readonly events: number;
  /** The number of receipts and report files. */
  readonly files: number;
}

/** The counts of a verification, and its progress. */
export interface VerificationProgress extends Verified {
  readonly step: Exclude<VerificationStep, 'reports'>;
  /** The number of events in the log. */
  readonly leaves: number;
  /** The position of the last event. */
  readonly position: Position | null;
  /** The signed note of the log. */
  readonly checkpoint: string | null;
}

export interface VerificationSources {
  readonly events: EventStore;
  /** The documents of this service. */
  readonly documents: Connection;
  readonly blobs: Blobs;
  /** May be null only if there is no log. */
  readonly keys: LogKeys | null;
  /** A checkpoint that somebody kept elsewhere. */
  readonly kept?: Checkpoint | null;
  /** Whether the files of receipts are compared as well; true by default. */
  readonly files?: boolean;
  /** The kinds of streams on which the services decide. */
  readonly kinds: readonly AnyStream[];
  /** The checks of the services; each has read how far its read model is. */
  readonly checks?: readonly EventCheck[];
  readonly onProgress?: (progress: VerificationProgress) => void;
}

/**
 * Compares everything that the events commit to, up to the position where they end when it starts; work that goes on
 * meanwhile is no difference. It only reads, once.
 */
export class Verification {
  private readonly scratch = new Scratch();
  private readonly log: LogCheck;
  private progress: Pick<VerificationProgress, 'events' | 'files' | 'step' | 'position'> = {
    events: 0,
    files: 0,
    step: 'log',
    position: null,
  };

  constructor(private readonly sources: VerificationSources) {
    const { blobs, documents, keys } = sources;
    this.log = new LogCheck(new LogFiles(blobs), new LogPositionsStore(documents), keys, this.scratch);
  }

  get verified(): VerificationProgress {
    return { ...this.progress, leaves: this.log.leaves, checkpoint: this.log.note };
  }

  /** @throws CannotVerify if the key is not that of the log; the errors of stores that cannot be read */
  async *findings(): AsyncGenerator<Finding> {
    const { events, blobs, kept = null, files = true } = this.sources;
    const { log } = this;
    yield* log.open();
    const head = await events.head();
    this.advance({ position: head });
    yield* log.log();
    yield* hiddenStreams(events);
    const checks: EventCheck[] = [log, ...(this.sources.checks ?? [])];
    if (kept) checks.push(new KeptElsewhere(kept));
    if (files)
      checks.push(new ReceiptCheck(blobs, this.scratch, () => this.advance({ files: this.progress.files + 1 })));
    this.advance({ step: 'events' });
    if (head !== null) yield* this.walk(head, checks);
    this.advance({ step: 'read-models' });
    for (const check of checks) yield* check.end();
  }

  close(): void {
    this.scratch.close();
  }

  private async *walk(head: string, checks: readonly EventCheck[]): AsyncGenerator<Finding> {
    const kinds = [...this.sources.kinds, TRAIL];
    const streams = new StreamCheck(this.scratch, kinds);
    const folds = new StreamFolds(this.sources.events, kinds);
    for await (const batch of this.batches(head)) {
      for (const event of batch) {
        const { findings, walked } = streams.check(event, this.progress.events);
        yield* findings;
        if (!walked) continue;
        const { states, finding } = await folds.add(walked);
        if (finding) {
          streams.markUnreadable(event.stream);
          yield finding;
        }
        for (const check of checks)
          yield* check.event({ ...walked, states, isReadable: walked.isReadable && !finding });
        this.advance({ events: this.progress.events + 1 });
      }
    }
    yield* folds.end();
  }

  private async *batches(head: string): AsyncGenerator<readonly RecordedEvent[]> {
    for (let after: string | null = null; ;) {
      const batch = await this.sources.events.readAll({
        prefixes: TRAIL_PREFIXES,
        after,
        limit: BATCH,
        withSystemEvents: true,
      });
      yield batch.filter(({ position }) => comparePositions(position, head) <= 0);
      const last = batch.at(-1);
      if (!last || comparePositions(last.position, head) >= 0) return;
      after = last.position;
    }
  }

  private advance(progress: Partial<typeof this.progress>): void {
    Object.assign(this.progress, progress);
    this.sources.onProgress?.(this.verified);
  }
}

/** All findings of a verification, which is closed afterwards. */
export async function allFindings<F extends Finding>(verification: {
  findings(): AsyncIterable<F>;
  close(): unknown;
}): Promise<F[]> {
  const all: F[] = [];
  try {
    for await (const finding of verification.findings()) all.push(finding);
    return all;
  } finally {
    await verification.close();
  }
}
