import { Logger } from '@nestjs/common';
import type { RateSourceState, RateSourceView } from '@outlay/contracts';
import { addDays, isoDayOf, type IsoDate } from '@outlay/rules';
import { rateSourceAge, rateSourceFailures } from '@outlay/telemetry';
import type { Clock } from '@outlay/time';
import { SourceFailure } from '../sources/fetch-text.js';
import type { Period, RateSource } from '../sources/rate-source.js';
import type { Intake } from './intake.js';
import { UNTRIED, type SourceStatus, type SourceStatusStore } from './source-status.store.js';

/** How long a source that failed is left alone, and one that has not yet what is expected of it. */
const AFTER_FAILURE_MS = 10 * 60_000;
const WHILE_LATE_MS = 30 * 60_000;
/** A year of values takes its time, and nobody waits for it. */
const FETCH_MS = 30_000;
/** Days asked for again, so that what came late or waited to be confirmed is taken in: ten published ones and a holiday. */
const OVERLAP_DAYS = 16;
/** What is asked for with a day of long ago: the longest the others pause, so that both halves of a rate have a day. */
const DAYS_BEFORE = 4;
/** How long the answer for such a day holds: one without rates is not asked for at every call. */
const ASKED_MS = 3_600_000;
const ASKED_MAX = 1000;

/** One source over time: when it is due, what it has been asked for, and how that went. */
export class SourceFeed {
  private readonly logger = new Logger('Exchange rates');
  private readonly asked = new Map<IsoDate, { readonly at: number; readonly done: Promise<boolean> }>();
  private status: SourceStatus = UNTRIED;

  constructor(
    readonly source: RateSource,
    private readonly intake: Intake,
    private readonly store: SourceStatusStore,
    private readonly clock: Clock,
    private readonly closing: AbortSignal,
  ) {}

  get hasAnswered(): boolean {
    return this.status.coveredFrom !== null;
  }

  /** What went wrong the last time it was asked; null when nothing did. */
  get failure(): string | null {
    return this.status.failure;
  }

  /** Asks for the days since the last time if that is due and no other instance does. */
  async refresh(): Promise<void> {
    this.status = await this.store.of(this.source.name);
    const now = this.clock.now();
    if (this.isDue(now) && (await this.store.claim(this.source.name, this.status, now))) {
      await this.ask(this.duePeriod(now), now);
    }
    if (this.status.newestDate !== null) {
      const age = now.getTime() - Date.parse(this.status.newestDate);
      rateSourceAge.set({ source: this.source.name }, age / 1000);
    }
  }

  /**
   * Asks for a day of before those it is asked for anyway: once, however many need it, and not again for an hour. Answers
   * whether the source could say.
   */
  fill(day: IsoDate): Promise<boolean> {
    const { coveredFrom } = this.status;
    if (coveredFrom === null || day >= coveredFrom) return Promise.resolve(!this.isDown);
    const now = this.clock.now().getTime();
    const before = this.asked.get(day);
    if (before && now - before.at < ASKED_MS) return before.done;
    const done = this.bring({ from: addDays(day, -DAYS_BEFORE), to: day }).then(
      () => true,
      (error: unknown) => {
        this.failed(error);
        this.asked.delete(day);
        return false;
      },
    );
    this.asked.delete(day);
    this.asked.set(day, { at: now, done });
    if (this.asked.size > ASKED_MAX) this.asked.delete(this.asked.keys().next().value ?? day);
    return done;
  }

  async describe(): Promise<RateSourceView> {
    const status = await this.store.of(this.source.name);
    const { newestDate, triedAt, failure } = status;
    return { name: this.source.name, state: this.stateOf(status), newestDate, triedAt, failure };
  }

  private get isDown(): boolean {
    return !this.hasAnswered || this.status.failure !== null;
  }

  private async ask(period: Period, now: Date): Promise<void> {
    const { coveredFrom, coveredTo, newestDate } = this.status;
    let outcome: Partial<SourceStatus>;
    try {
      const newest = later(await this.bring(period), newestDate);
      const isContiguous = coveredTo !== null && period.from <= coveredTo;
      outcome = {
        coveredFrom: isContiguous ? coveredFrom : period.from,
        // Up to what came, so that a day that did not is asked for again.
        coveredTo: newest,
        newestDate: newest,
        failure: null,
      };
    } catch (error) {
      outcome = { failure: this.failed(error) };
    }
    await this.store.put(this.source.name, outcome);
    this.status = { ...this.status, ...outcome, triedAt: now.toISOString() };
  }

  private bring(period: Period): Promise<IsoDate | null> {
    const signal = AbortSignal.any([this.closing, AbortSignal.timeout(FETCH_MS)]);
    return this.intake.bring(this.source, period, signal);
  }

  private failed(error: unknown): string {
    rateSourceFailures.inc({ source: this.source.name });
    if (error instanceof SourceFailure) return error.message;
    this.logger.warn(`What ${this.source.name} brought could not be kept: ${String(error)}`);
    return 'could not be kept';
  }

  private isDue(now: Date): boolean {
    const { triedAt, failure } = this.status;
    if (triedAt === null) return true;
    const since = now.getTime() - Date.parse(triedAt);
    if (failure !== null || !this.hasAnswered) return since >= AFTER_FAILURE_MS;
    return !this.isCurrent(this.status, now) && since >= WHILE_LATE_MS;
  }

  /** From shortly before where it stands, and never from further back than a first time. */
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
