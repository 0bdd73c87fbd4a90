import { comparePositions, type Position, type ReadAllOptions, type RecordedEvent } from '../event-store.js';
import { collect } from './collect.js';
import type { Connection } from './connection.js';
import { CAUGHT_UP, Feed } from './feed.js';
import { IdleTimeout } from './idle-timeout.js';
import { toReadPosition } from './position.js';

/** The most events of one plain read, so that a sparse log shows before many were read in vain. */
const PAGE = 512;
/** Added to a page for events that are not wanted: a server reads as many at a time. Smaller pages are searched for. */
const SPARE = 32;

/**
 * Pages of the log. The client's read of all streams takes no filter, so it is for logs of which most events are wanted.
 * Where few are, a subscription lets the server search; it reports how far it is, so that a long search is not silence.
 */
export class LogPages {
  constructor(private readonly connection: Connection) {}

  async read(options: ReadAllOptions, idleMs: number): Promise<RecordedEvent[]> {
    const { prefixes, limit } = options;
    const events: RecordedEvent[] = [];
    if (prefixes.length === 0 || limit <= 0) return events;
    let { after } = options;
    for (let isDense = limit > SPARE; isDense;) {
      const asked = Math.min(limit - events.length, PAGE) + SPARE;
      const page = await this.plainPage(after, asked, idleMs);
      // The event at the position was returned as well, unless it was removed.
      const wanted = page.filter((event) => isAfter(event, after) && isWanted(event, options));
      events.push(...wanted);
      if (events.length >= limit) return events.slice(0, limit);
      const last = page.at(-1);
      if (last && page.length < asked) return events;
      after = last?.position ?? after;
      isDense = wanted.length > page.length / 2;
    }
    return [...events, ...(await this.search({ ...options, after, limit: limit - events.length }, idleMs))];
  }

  private plainPage(after: Position | null, maxCount: number, idleMs: number): Promise<RecordedEvent[]> {
    const { credentials } = this.connection;
    const options = { direction: 'forwards', fromPosition: toReadPosition(after), maxCount, credentials } as const;
    return this.connection.run((client) => collect(client.readAll(options), idleMs));
  }

  private async search({ prefixes, after, limit, withSystemEvents }: ReadAllOptions, idleMs: number) {
    const events: RecordedEvent[] = [];
    const { credentials } = this.connection;
    await this.connection.run(async (client) => {
      const onActivity = () => idle.refresh();
      const feed = new Feed(client, { prefixes, after, credentials, onActivity, withSystemEvents });
      const idle = new IdleTimeout(idleMs, (reason) => feed.fail(reason));
      try {
        for await (const item of feed) {
          if (item === CAUGHT_UP) return;
          events.push(item);
          if (events.length === limit) return;
        }
      } finally {
        idle.stop();
      }
      throw new Error('the server ended the read');
    });
    return events;
  }
}

function isAfter({ position }: RecordedEvent, after: Position | null): boolean {
  return after === null || comparePositions(position, after) > 0;
}

function isWanted({ stream, type }: RecordedEvent, { prefixes, withSystemEvents = false }: ReadAllOptions): boolean {
  return prefixes.some((prefix) => stream.startsWith(prefix)) && (withSystemEvents || !type.startsWith('$'));
}
