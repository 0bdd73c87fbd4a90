import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { RateSourceView } from '@outlay/contracts';
import type { IsoDate } from '@outlay/rules';
import { DeadlineExceeded, Periodic, withDeadline, type Clock } from '@outlay/time';
import type { LegStore } from '../leg.store.js';
import { rateSources, type RateUrls } from '../sources/rate-sources.js';
import type { RateImporter } from './rate-importer.js';
import { SourceFeed } from './source-feed.js';
import type { SourceStatusStore } from './source-status.store.js';

const INTERVAL_MS = 60_000;

export class Refresher implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Exchange rates');
  private readonly periodic = new Periodic(
    () => this.refreshFeeds(),
    INTERVAL_MS,
    (error) => this.logger.warn(`Sources could not be fetched: ${String(error)}`),
  );
  private firstRefresh: Promise<void> | null = null;

  constructor(
    private readonly feeds: readonly SourceFeed[],
    private readonly disabled: readonly string[],
    private readonly closing: AbortController,
    private readonly queryDeadlineMs: number,
  ) {}

  static ofSources(
    urls: RateUrls,
    stored: LegStore,
    importer: RateImporter,
    statuses: SourceStatusStore,
    clock: Clock,
    queryDeadlineMs: number,
  ): Refresher {
    const { live, disabled } = rateSources(urls, ({ from, to }) => stored.within('USD', from, to));
    const closing = new AbortController();
    const feeds = live.map((source) => new SourceFeed(source, importer, statuses, clock, closing.signal));
    return new Refresher(feeds, disabled, closing, queryDeadlineMs);
  }

  onApplicationBootstrap(): void {
    if (this.feeds.length === 0) return;
    this.periodic.start();
    this.firstRefresh = this.periodic.run();
  }

  async onApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await this.periodic.stop();
  }

  /** Never rejects: failures are recorded in the status of the source. */
  refresh(): Promise<void> {
    return this.periodic.run();
  }

  /** `isDown` means that a source of these currencies failed, so that a missing rate may be available later. */
  async prepare(currencies: readonly string[], day: IsoDate): Promise<{ isDown: boolean }> {
    const feeds = this.feeds.filter(({ source }) => currencies.some((currency) => source.currencies.has(currency)));
    const fetchDay = async () => {
      if (feeds.some(({ hasSucceeded }) => !hasSucceeded)) await this.firstRefresh;
      const successes = await Promise.all(feeds.map((feed) => feed.fetchPastDay(day)));
      return { isDown: successes.includes(false) };
    };
    return withDeadline(fetchDay(), this.queryDeadlineMs, 'Fetching rates').catch((error: unknown) => {
      if (error instanceof DeadlineExceeded) return { isDown: true };
      throw error;
    });
  }

  async describe(): Promise<RateSourceView[]> {
    const live = await Promise.all(this.feeds.map((feed) => feed.describe()));
    const disabled = this.disabled.map(
      (name) => ({ name, state: 'off', newestDate: null, triedAt: null, failure: null }) as const,
    );
    return [...live, ...disabled];
  }

  /** The ECB comes first, because the central banks' rates are crossed with its dollar. */
  private async refreshFeeds(): Promise<void> {
    const failedBefore = this.feeds.filter(({ failure }) => failure !== null);
    const [ecb, ...others] = this.feeds;
    await ecb?.refresh();
    await Promise.all(others.map((feed) => feed.refresh()));
    const failed = this.feeds.filter((feed) => feed.failure !== null && !failedBefore.includes(feed));
    if (failed.length === 0) return;
    const named = [...new Set(failed.map(({ failure }) => failure))].map((reason) => {
      const names = failed.filter(({ failure }) => failure === reason).map(({ source }) => source.name);
      return `${names.join(', ')} ${reason}`;
    });
    this.logger.warn(
      `${failed.length} of ${this.feeds.length} sources of exchange rates failed: ${named.join('; ')}. ` +
        `Amounts are converted at the rates known so far, and a failed source is tried again every ten minutes.`,
    );
  }
}
