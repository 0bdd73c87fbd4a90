import { Logger } from '@nestjs/common';
import type { RateSourceState, RateSourceView } from '@outlay/contracts';
import { addDays, isoDayOf, type IsoDate } from '@outlay/rules';
import { rateSourceAge, rateSourceFailures } from '@outlay/telemetry';
import { latestPossible, type Clock } from '@outlay/time';
import { SourceFailure } from '../sources/fetch-text.js';
import type { Period, RateSource } from '../sources/rate-source.js';
import type { RateImporter } from './rate-importer.js';
import { UNTRIED, type SourceStatus, type SourceStatusStore } from './source-status.store.js';

const RETRY_AFTER_FAILURE_MS = 10 * 60_000;
const RETRY_WHILE_LATE_MS = 30 * 60_000;
/** A year of values arrives within this time; no query waits for it. */
const FETCH_DEADLINE_MS = 30_000;
/** Covers values published late and the ten published days that confirm a new rate, with a holiday. */
const OVERLAP_DAYS = 16;
/** The longest pause of the other sources, so that both legs of a rate share a day. */
const PAST_DAYS = 4;
const PAST_DAY_TTL_MS = 3_600_000;
const MAX_PAST_DAYS = 1000;

export class SourceFeed {
  private readonly logger = new Logger('Exchange rates');
  private readonly pastDays = new Map<IsoDate, { readonly at: number; readonly done: Promise<boolean> }>();
  private status: SourceStatus = UNTRIED;

  constructor(
    readonly source: RateSource,
    private readonly importer: RateImporter,
    private readonly store: SourceStatusStore,
    private readonly clock: Clock,
    private readonly closing: AbortSignal,
  ) {}

  get hasSucceeded(): boolean {
    return this.status.coveredFrom !== null;
  }

  get failure(): string | null {
    return this.status.failure;
  }

  async refresh(): Promise<void> {
    this.status = await this.store.of(this.source.name);
    const now = this.clock.now();
    if (this.isDue(now) && (await this.store.recordAttempt(this.source.name, this.status, now))) {
      await this.fetch(this.duePeriod(now), now);
    }
    if (this.status.newestDate !== null) {
      const age = now.getTime() - Date.parse(this.status.newestDate);
      rateSourceAge.set({ source: this.source.name }, age / 1000);
    }
  }

  fetchPastDay(day: IsoDate): Promise<boolean> {
    const { coveredFrom } = this.status;
    if (coveredFrom === null || day >= coveredFrom) return Promise.resolve(!this.isDown);
    const now = this.clock.now().getTime();
    const previous = this.pastDays.get(day);
    if (previous && Math.abs(now - previous.at) < PAST_DAY_TTL_MS) return previous.done;
    const done = this.import({ from: addDays(day, -PAST_DAYS), to: day }).then(
      () => true,
      (error: unknown) => {
        this.countFailure(error);
        this.pastDays.delete(day);
        return false;
      },
    );
    this.pastDays.delete(day);
    this.pastDays.set(day, { at: now, done });
    if (this.pastDays.size > MAX_PAST_DAYS) this.pastDays.delete(this.pastDays.keys().next().value ?? day);
    return done;
  }

  async describe(): Promise<RateSourceView> {
    const status = await this.store.of(this.source.name);
    const { newestDate, triedAt, failure } = status;
    return { name: this.source.name, state: this.stateOf(status), newestDate, triedAt, failure };
  }

  private get isDown(): boolean {
    return !this.hasSucceeded || this.status.failure !== null;
  }

  private async fetch(period: Period, now: Date): Promise<void> {
    const { coveredFrom, coveredTo, newestDate } = this.status;
    let outcome: Partial<SourceStatus>;
    try {
      const newest = later(await this.import(period), newestDate);
      const isContiguous = coveredTo !== null && period.from <= coveredTo;
      outcome = {
        coveredFrom: isContiguous ? coveredFrom : period.from,
        // Ends at the newest published day, so that later days are requested again.
        coveredTo: newest,
        newestDate: newest,
        failure: null,
      };
    } catch (error) {
      outcome = { failure: this.countFailure(error) };
    }
    await this.store.put(this.source.name, outcome);
    this.status = { ...this.status, ...outcome, triedAt: now.toISOString() };
  }

  private import(period: Period): Promise<IsoDate | null> {
    const signal = AbortSignal.any([this.closing, AbortSignal.timeout(FETCH_DEADLINE_MS)]);
    return this.importer.import(this.source, period, signal);
  }

  private countFailure(error: unknown): string {
    rateSourceFailures.inc({ source: this.source.name });
    if (error instanceof SourceFailure) return error.message;
    this.logger.warn(`Rates of ${this.source.name} could not be stored: ${String(error)}`);
    return 'could not be stored';
  }

  private isDue(now: Date): boolean {
    const { triedAt, failure } = this.status;
    if (triedAt === null || Date.parse(triedAt) > latestPossible(now.getTime(), 0)) return true;
    const since = now.getTime() - Date.parse(triedAt);
    if (failure !== null || !this.hasSucceeded) return since >= RETRY_AFTER_FAILURE_MS;
    return !this.isCurrent(this.status, now) && since >= RETRY_WHILE_LATE_MS;
  }

  private duePeriod(now: Date): Period {
    const today = isoDayOf(now);
    const first = this.source.firstDay(today);
    const { coveredTo } = this.status;
    return { from: coveredTo === null ? first : (later(addDays(coveredTo, -OVERLAP_DAYS), first) ?? first), to: today };
  }

  private stateOf(status: SourceStatus): RateSourceState {
    if (status.failure !== null) return 'failing';
    if (status.coveredFrom === null) return 'waiting';
    return this.isCurrent(status, this.clock.now()) ? 'current' : 'late';
  }

  private isCurrent({ newestDate }: SourceStatus, now: Date): boolean {
    return newestDate !== null && newestDate >= this.source.expectedDay(now);
  }
}

function later(a: IsoDate | null, b: IsoDate | null): IsoDate | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}
