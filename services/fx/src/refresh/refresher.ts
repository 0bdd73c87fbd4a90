import { setTimeout } from 'node:timers/promises';
import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { RateSourceView } from '@outlay/contracts';
import type { IsoDate } from '@outlay/rules';
import type { SourceFeed } from './source-feed.js';

/** How often it is looked at whether a source is due. */
const LOOK_MS = 60_000;
/** What somebody who asks for a rate waits for its sources. */
const ANSWER_MS = 2000;

/**
 * Keeps the table of legs up to date: each source is asked when its next day is due, and again until it came; for a day
 * of long ago, when somebody needs it. Any number of instances may run.
 */
export class Refresher implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Exchange rates');
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | null = null;

  constructor(
    private readonly feeds: readonly SourceFeed[],
    private readonly off: readonly string[],
    private readonly closing: AbortController,
  ) {}

  onApplicationBootstrap(): void {
    if (this.feeds.length === 0) return;
    this.timer = setInterval(() => void this.refresh(), LOOK_MS);
    this.timer.unref();
    void this.refresh();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.closing.abort();
    await this.round;
  }

  /** One look at every source. Never throws: what goes wrong is in the source's status. */
  refresh(): Promise<void> {
    return (this.round ??= this.look()
      .catch((error: unknown) => this.logger.warn(`Sources could not be asked: ${String(error)}`))
      .finally(() => {
        this.round = null;
      }));
  }

  /**
   * Has what a question needs fetched, if it is to be fetched at all, and waits for it a little. Answers whether a source
   * of these currencies could not say, so that what is missing may be there later.
   */
  async prepare(currencies: readonly string[], day: IsoDate): Promise<{ isDown: boolean }> {
    const feeds = this.feeds.filter(({ source }) => currencies.some((currency) => source.currencies.has(currency)));
    const first = feeds.every(({ hasAnswered }) => hasAnswered) ? null : this.round;
    const fetched = Promise.resolve(first).then(() => Promise.all(feeds.map((feed) => feed.fill(day))));
    const answers = await Promise.race([fetched, setTimeout(ANSWER_MS, [false], { ref: false })]);
    return { isDown: answers.includes(false) };
  }

  async describe(): Promise<RateSourceView[]> {
    const live = await Promise.all(this.feeds.map((feed) => feed.describe()));
    const off = this.off.map(
      (name) => ({ name, state: 'off', newestDate: null, triedAt: null, failure: null }) as const,
    );
    return [...live, ...off];
  }

  /** The first, whose dollar the banks' rates are crossed with, before the others. */
  private async look(): Promise<void> {
    const failedBefore = this.feeds.filter(({ failure }) => failure !== null);
    const [ecb, ...others] = this.feeds;
    await ecb?.refresh();
    await Promise.all(others.map((feed) => feed.refresh()));
    const failed = this.feeds.filter((feed) => feed.failure !== null && !failedBefore.includes(feed));
    if (failed.length === 0) return;
    const why = failed.map(({ source, failure }) => `${source.name} ${failure}`).join(', ');
    this.logger.warn(
      `${failed.length} of ${this.feeds.length} sources brought nothing: ${why}. The rates known so far stay in use.`,
    );
  }
}
