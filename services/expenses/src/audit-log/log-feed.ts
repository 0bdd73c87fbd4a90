import { OutlayError, TRAIL_PREFIXES, type readEventFeed, type ReplyOf, type RequestOf } from '@outlay/contracts';
import type { EventStore, RecordedEvent } from '@outlay/event-store';
import { decodeEntries, entriesPath, openCheckpoint, TILE_WIDTH, type Verifier } from '@outlay/transparency-log';
import { feedWriter } from './feed-formats.js';
import type { LogFiles } from './log-files.js';
import type { LogHead, LogPositionsStore } from './log-positions.store.js';

/** Of text in one reply, which still fits into a message with its quotes escaped. */
const REPLY_CHARACTERS = 256_000;

interface Leaves {
  readonly first: number;
  readonly events: readonly RecordedEvent[];
  readonly hashes: readonly Buffer[];
}

/** The log's events with their leaves. Any instance can read them; what is not in the log yet is not there yet. */
export class LogFeed {
  constructor(
    private readonly events: Pick<EventStore, 'readAll'>,
    private readonly files: LogFiles,
    private readonly positions: LogPositionsStore,
    private readonly verifier: Verifier,
  ) {}

  /**
   * From one bundle of the log at most.
   * @throws TRAIL_BROKEN if the event store no longer has the events that are in the log
   * @throws INVALID_INPUT if `after` is not in the log
   */
  async read(request: RequestOf<typeof readEventFeed>): Promise<ReplyOf<typeof readEventFeed>> {
    const { after, to = Infinity, prefix = '', format } = request;
    const head = await this.positions.head();
    const last = Math.min(to, head.size - 1);
    if (after >= last) {
      if (after >= head.size) await this.requireLogged(after);
      return { text: '', last: after, size: head.size };
    }
    const { first, events, hashes } = await this.bundle(Math.floor((after + 1) / TILE_WIDTH), head);
    const write = feedWriter(format, this.verifier.name);
    let text = '';
    let leaf = after;
    while (leaf < Math.min(last, first + events.length - 1) && text.length < REPLY_CHARACTERS) {
      leaf += 1;
      const [event, hash] = [events[leaf - first], hashes[leaf - first]];
      if (event?.stream.startsWith(prefix)) text += write(event, leaf, hash?.toString('hex') ?? '');
    }
    return { text, last: leaf, size: head.size };
  }

  /** Its entries come from the log and its events from the store, which must still have as many at this place. */
  private async bundle(index: number, head: LogHead): Promise<Leaves> {
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

  /** The positions can be behind the log while they are made again. */
  private async requireLogged(leaf: number): Promise<void> {
    const note = await this.files.checkpoint();
    const size = note === null ? 0 : openCheckpoint(note, this.verifier).size;
    if (leaf < size) return;
    const message = size === 0 ? 'must be left out: the log is empty' : `must be at most ${size - 1}`;
    throw new OutlayError('INVALID_INPUT', `after ${message}`, [{ field: 'after', message }]);
  }
}
