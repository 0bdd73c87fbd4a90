import { Inject, Injectable } from '@nestjs/common';
import { OutlayError, TRAIL_PREFIXES } from '@outlay/contracts';
import type { EventStore, RecordedEvent } from '@outlay/event-store';
import { decodeEntries, entriesPath, TILE_WIDTH } from '@outlay/transparency-log';
import { LogFiles } from './log-files.js';
import { LogPositionsStore, type LogHead } from './log-positions.store.js';
import { EVENT_STORE } from '../ports.js';

export interface Leaves {
  readonly first: number;
  readonly events: readonly RecordedEvent[];
  readonly hashes: readonly Buffer[];
}

/** The log's events, 256 at a time. Its entries come from the log and its events from the store. */
@Injectable()
export class LogBundles {
  constructor(
    @Inject(EVENT_STORE) private readonly events: Pick<EventStore, 'readAll'>,
    private readonly files: LogFiles,
    private readonly positions: LogPositionsStore,
  ) {}

  head(): Promise<LogHead> {
    return this.positions.head();
  }

  /** @throws TRAIL_BROKEN if the event store no longer has as many events at this place as the log */
  async read(index: number, head: LogHead): Promise<Leaves> {
    const first = index * TILE_WIDTH;
    const width = Math.min(TILE_WIDTH, head.size - first);
    const end = head.size === first + width ? head.position : await this.positions.startOf(index + 1);
    const after = await this.positions.startOf(index);
    const [events, content] = await Promise.all([
      this.events.readAll({ prefixes: TRAIL_PREFIXES, after, limit: width }),
      this.files.read(entriesPath({ index, width })),
    ]);
    if (events.length !== width || events.at(-1)?.position !== end) {
      throw new OutlayError(
        'TRAIL_BROKEN',
        `Events ${first} to ${first + width - 1} of the log are no longer what the event store has.`,
      );
    }
    return { first, events, hashes: decodeEntries(content) };
  }
}
