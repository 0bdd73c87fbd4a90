import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { readTimeline, ReplyOf, RequestOf, TimelineEntry } from '@outlay/contracts';
import { TILE_WIDTH } from '@outlay/transparency-log';
import { setTimeout as pause } from 'node:timers/promises';
import { ConcernedPeople } from './concerned.js';
import { toFeedLine } from '../feed/feed-formats.js';
import { LogBundles } from '../log/log-bundles.js';
import type { LogHead } from '../log/log-positions.store.js';
import { filterKeys, matches, type TimelineFilter } from './timeline-filter.js';
import { TimelineIndex } from './timeline-index.js';

/** The characters of JSON in one reply, which still fits into a message with its quotes escaped. */
const REPLY_CHARACTERS = 256_000;
/** The number of bundles read for one page, at about 10 ms each. */
const BUNDLES_PER_PAGE = 4;
/** The index is filled in a fifth of the time of one core. */
const PAUSES_PER_READ = 4;

interface Entry {
  readonly event: TimelineEntry;
  readonly isAsked: boolean;
}

/** The log backwards, from the events themselves. What keeps it fast is in memory only and made when it is first asked for. */
@Injectable()
export class Timeline implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Timeline');
  private readonly index = new TimelineIndex();
  private readonly stopping = new AbortController();
  private filling: Promise<void> | null = null;

  constructor(
    private readonly bundles: LogBundles,
    private readonly concerned: ConcernedPeople,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.filling;
  }

  /** @throws TRAIL_BROKEN if the event store no longer has the events that are in the log */
  async read(
    { before = Infinity, limit }: Pick<RequestOf<typeof readTimeline>, 'before' | 'limit'>,
    filter: TimelineFilter,
  ): Promise<ReplyOf<typeof readTimeline>> {
    const head = await this.bundles.head();
    this.fill(head);
    const found: string[] = [];
    let next = Math.min(before, head.size);
    let [reads, characters] = [0, 0];
    for (let bundle = Math.floor((next - 1) / TILE_WIDTH); bundle >= 0; bundle -= 1) {
      const first = bundle * TILE_WIDTH;
      if (this.index.mayHave(bundle, filter)) {
        if (reads === BUNDLES_PER_PAGE) break;
        reads += 1;
        const entries = await this.entries(bundle, head, filter);
        while (next > first && found.length < limit && characters < REPLY_CHARACTERS) {
          next -= 1;
          const entry = entries[next - first];
          if (!entry?.isAsked) continue;
          const json = JSON.stringify(entry.event);
          characters += json.length;
          found.push(json);
        }
        if (next > first) break;
      }
      next = first;
      if (found.length === limit) break;
    }
    return { events: `[${found.join(',')}]`, next: next > 0 ? next : null, size: head.size };
  }

  /** Resolves when every full bundle is in the index, or filling it has failed. */
  async filled(): Promise<void> {
    await this.filling;
  }

  private async entries(bundle: number, head: LogHead, filter: TimelineFilter): Promise<Entry[]> {
    const { first, events, hashes } = await this.bundles.read(bundle, head);
    const concerned = await this.concerned.of(events);
    const keys = events.map((event, at) => filterKeys(event, concerned[at] ?? { personId: null, expenseId: null }));
    if (events.length === TILE_WIDTH && !this.index.has(bundle)) this.index.add(bundle, keys);
    return events.map((event, at) => ({
      event: {
        ...toFeedLine(event, first + at, hashes[at]?.toString('hex') ?? ''),
        expenseId: concerned[at]?.expenseId ?? null,
        personId: concerned[at]?.personId ?? null,
      },
      isAsked: matches(keys[at] ?? filterKeys(event, { personId: null, expenseId: null }), filter),
    }));
  }

  private fill(head: LogHead): void {
    this.filling ??= this.fillFrom(head)
      .catch((error: unknown) => this.logger.warn(`Searches of the timeline stay slow: ${String(error)}`))
      .finally(() => (this.filling = null));
  }

  /** Reads from the newest event back. */
  private async fillFrom(head: LogHead): Promise<void> {
    for (let bundle = Math.floor(head.size / TILE_WIDTH) - 1; bundle >= 0; bundle -= 1) {
      if (this.index.has(bundle)) continue;
      const started = performance.now();
      await this.entries(bundle, head, {});
      const took = performance.now() - started;
      await pause(took * PAUSES_PER_READ, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      if (this.stopping.signal.aborted) return;
    }
  }
}
