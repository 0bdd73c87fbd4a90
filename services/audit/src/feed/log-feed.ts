import { Injectable } from '@nestjs/common';
import { OutlayError, type readEventFeed, type ReplyOf, type RequestOf } from '@outlay/contracts';
import { canonicalJson, type RecordedEvent } from '@outlay/event-store';
import { TILE_WIDTH } from '@outlay/transparency-log';
import { feedWriter, toFeedLine } from './feed-formats.js';
import { type Leaves, LogBundles } from '../log/log-bundles.js';
import { LogFiles } from '../log/log-files.js';
import { LogKeyring } from '../log/log-keyring.js';

/** The characters of one reply, which still fits into a message with its quotes escaped. */
const REPLY_CHARACTERS = 256_000;

/** Reads the log's events with their leaves, on any instance. Events that are not in the log yet are left out. */
@Injectable()
export class LogFeed {
  constructor(
    private readonly bundles: LogBundles,
    private readonly files: LogFiles,
    private readonly keyring: LogKeyring,
  ) {}

  /**
   * Reads events of one bundle of the log at most.
   * @throws TRAIL_BROKEN if the event store no longer has the events that are in the log
   * @throws INVALID_INPUT if `after` is not in the log
   */
  async read(request: RequestOf<typeof readEventFeed>): Promise<ReplyOf<typeof readEventFeed>> {
    const { after, to = Infinity, prefix = '', format } = request;
    const head = await this.bundles.head();
    const last = Math.min(to, head.size - 1);
    if (after >= last) {
      if (after >= head.size) await this.requireLogged(after);
      return { text: '', last: after, size: head.size };
    }
    const { first, events, hashes } = await this.bundles.read(Math.floor((after + 1) / TILE_WIDTH), head);
    const write = feedWriter(format, this.keyring.name);
    let text = '';
    let leaf = after;
    while (leaf < Math.min(last, first + events.length - 1) && text.length < REPLY_CHARACTERS) {
      leaf += 1;
      const [event, hash] = [events[leaf - first], hashes[leaf - first]];
      if (event?.stream.startsWith(prefix)) text += write(event, leaf, hash?.toString('hex') ?? '');
    }
    return { text, last: leaf, size: head.size };
  }

  /**
   * Lines of leaves of one bundle for a proof pack, as many as fit into a reply. An event has exactly one possible
   * line: every byte follows from the content that its hash covers.
   * @throws as `eventsFrom` does
   */
  async lines(leaves: readonly number[]): Promise<{ text: string; count: number }> {
    const { first, events, hashes } = await this.bundleOf(Math.max(...leaves));
    let [text, count] = ['', 0];
    for (const leaf of leaves) {
      const [event, hash] = [events[leaf - first], hashes[leaf - first]];
      if (!event || !hash) throw new RangeError(`Leaf ${leaf} is not in the bundle of leaf ${first}`);
      const { position: _, ...line } = toFeedLine(event, leaf, hash.toString('hex'));
      text += `${canonicalJson(line)}\n`;
      count += 1;
      if (text.length >= REPLY_CHARACTERS) break;
    }
    return { text, count };
  }

  /**
   * The events of one bundle, from a leaf on.
   * @throws TRAIL_BROKEN as `read` does
   * @throws SERVICE_UNAVAILABLE while the positions are behind the leaf
   */
  async eventsFrom(leaf: number): Promise<readonly RecordedEvent[]> {
    const { first, events } = await this.bundleOf(leaf);
    return events.slice(leaf - first);
  }

  /** Whether the positions are behind a checkpoint of this size, so that not all of its leaves can be found. */
  async isBehind(size: number): Promise<boolean> {
    return (await this.bundles.head()).size < size;
  }

  private async bundleOf(leaf: number): Promise<Leaves> {
    const head = await this.bundles.head();
    if (leaf >= head.size) throw logBehind();
    return this.bundles.read(Math.floor(leaf / TILE_WIDTH), head);
  }

  /** The positions can be behind the log while they are rebuilt. */
  private async requireLogged(leaf: number): Promise<void> {
    const note = await this.files.checkpoint();
    const size = note === null ? 0 : (await this.keyring.openCheckpoint(note)).size;
    if (leaf < size) return;
    const message = size === 0 ? 'must be left out: the log is empty' : `must be at most ${size - 1}`;
    throw new OutlayError('INVALID_INPUT', `after ${message}`, [{ field: 'after', message }]);
  }
}

export function logBehind(): OutlayError {
  return new OutlayError('SERVICE_UNAVAILABLE', 'The end of the log cannot be read at the moment. Please try again.');
}
