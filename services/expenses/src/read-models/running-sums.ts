import { OutlayError } from '@outlay/contracts';
import { setTimeout } from 'node:timers/promises';
import { addBuckets, type Bucket } from './summary.js';

export interface SumsSoFar {
  readonly buckets: readonly Bucket[];
  /** Nothing is left to be added. */
  readonly complete: boolean;
}

interface Run extends SumsSoFar {
  buckets: Bucket[];
  complete: boolean;
  askedAt: number;
  readonly ended: Promise<void>;
}

const ANSWER_MS = 2_000;
/** A caller that waits for the end asks every few seconds. */
const ABANDONED_MS = 15_000;
const KEPT = 20;

/** Sums that take longer than an answer go on after it, for whoever asks again. */
export class RunningSums {
  private readonly runs = new Map<string, Run>();

  constructor(
    private readonly answerMs = ANSWER_MS,
    private readonly abandonedMs = ABANDONED_MS,
  ) {}

  /**
   * The sums at the end of the slices, or of the time for an answer.
   * @param key is another one when the slices may have changed
   * @throws the error of the first slice; a later one that is too broad leaves the sums incomplete
   */
  async ask(key: string, slices: () => AsyncIterable<readonly Bucket[]>): Promise<SumsSoFar> {
    const run = this.runs.get(key) ?? this.start(key, slices());
    run.askedAt = performance.now();
    // The sums asked for longest ago come first, and are given up when there are too many.
    this.runs.delete(key);
    this.runs.set(key, run);
    const [oldest = key] = this.runs.keys();
    if (this.runs.size > KEPT) this.runs.delete(oldest);
    const stop = new AbortController();
    try {
      await Promise.race([run.ended, setTimeout(this.answerMs, undefined, stop)]);
    } finally {
      stop.abort();
    }
    return { buckets: run.buckets, complete: run.complete };
  }

  private start(key: string, slices: AsyncIterable<readonly Bucket[]>): Run {
    const run: Run = { buckets: [], complete: false, askedAt: 0, ended: Promise.resolve() };
    const ended = this.add(key, run, slices);
    // Nobody may be waiting any more when it fails.
    ended.catch(() => undefined);
    return Object.assign(run, { ended });
  }

  private async add(key: string, run: Run, slices: AsyncIterable<readonly Bucket[]>): Promise<void> {
    let isFirst = true;
    try {
      for await (const slice of slices) {
        isFirst = false;
        run.buckets = addBuckets(run.buckets, slice);
        if (this.runs.get(key) !== run || performance.now() - run.askedAt > this.abandonedMs)
          return this.forget(key, run);
      }
      run.complete = true;
    } catch (error) {
      const isTooBroad = error instanceof OutlayError && error.code === 'SEARCH_TOO_BROAD';
      if (!isFirst && isTooBroad) return;
      this.forget(key, run);
      throw error;
    }
  }

  private forget(key: string, run: Run): void {
    if (this.runs.get(key) === run) this.runs.delete(key);
  }
}
