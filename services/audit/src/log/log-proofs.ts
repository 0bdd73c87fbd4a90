import { Inject, Injectable } from '@nestjs/common';
import { OutlayError, TRAIL_PREFIXES } from '@outlay/contracts';
import { comparePositions, eventHash, type EventStore, type Position, type RecordedEvent } from '@outlay/event-store';
import {
  combinedProof,
  consistencyProof,
  inclusionProof,
  rangeHashes,
  tileHashes,
  tilePath,
  TILE_WIDTH,
  type SignedCheckpoint,
} from '@outlay/transparency-log';
import { LogFiles, type StoredTile } from './log-files.js';
import { LogKeyring } from './log-keyring.js';
import { LogPositionsStore } from './log-positions.store.js';
import { EVENT_STORE } from '../ports.js';

export interface InclusionProof {
  readonly index: number;
  readonly size: number;
  readonly eventHash: string;
  readonly hashes: readonly Buffer[];
  /** The latest one, which may commit to more leaves than `size`. */
  readonly checkpoint: string;
}

/** Makes proofs from the stored tiles; any instance can make them. */
@Injectable()
export class LogProofs {
  constructor(
    @Inject(EVENT_STORE) private readonly events: Pick<EventStore, 'readAll' | 'readStream'>,
    private readonly files: LogFiles,
    private readonly positions: LogPositionsStore,
    private readonly keyring: LogKeyring,
  ) {}

  /** @throws NOT_FOUND before the first event is in the log */
  async checkpoint(): Promise<string> {
    const note = await this.files.checkpoint();
    if (note === null) throw new OutlayError('NOT_FOUND', 'The log has no checkpoint yet.');
    return note;
  }

  /** @throws NOT_FOUND unless the log has the tile, or the full one that it is the beginning of */
  async tile(path: string): Promise<StoredTile> {
    const tile = await this.files.locate(`tile/${path}`);
    if (!tile) throw new OutlayError('NOT_FOUND', `The log has no tile ${path}.`);
    return tile;
  }

  /**
   * @param size of the tree to prove it in, by default that of the latest checkpoint
   * @throws NOT_FOUND unless the event is in that tree
   */
  async inclusion(stream: string, revision: number, size?: number): Promise<InclusionProof> {
    const { checkpoint, treeSize, hashAt } = await this.treeOf(size);
    const [event] = await this.events.readStream(stream, { from: revision, limit: 1 });
    const index = event ? await this.indexOf(event) : null;
    if (!event || index === null || index >= treeSize) {
      throw new OutlayError('NOT_FOUND', `Revision ${revision} of ${stream} is not in the log of ${treeSize} events.`);
    }
    const hashes = await inclusionProof(index, treeSize, hashAt);
    return { index, size: treeSize, eventHash: eventHash(event), hashes, checkpoint };
  }

  /** @throws INVALID_INPUT unless 0 < `from` ≤ `to`, and NOT_FOUND if the log is shorter than `to` */
  async consistency(from: number, to?: number) {
    const { checkpoint, treeSize, hashAt } = await this.treeOf(to);
    if (from > treeSize) {
      const message = `must be at most ${treeSize}`;
      throw new OutlayError('INVALID_INPUT', `from ${message}`, [{ field: 'from', message }]);
    }
    return { from, to: treeSize, hashes: await consistencyProof(from, treeSize, hashAt), checkpoint };
  }

  /**
   * The first checkpoint that commits to the payment and all it paid, with what stops the log, if anything does. Not to its
   * report, which contains the checkpoint, and has the same one when it is made again.
   * @throws NOT_FOUND if there is no such stream
   */
  async firstCheckpointOf(stream: string): Promise<{ checkpoint: string | null; broken: string | null; size: number }> {
    const last = (await this.events.readStream(stream)).findLast(({ type }) => type !== 'ReportMade');
    if (!last) throw new OutlayError('NOT_FOUND', `There is no stream ${stream}.`);
    const { broken, size } = await this.positions.head();
    try {
      const index = await this.indexOf(last);
      const checkpoint = index === null ? null : await this.files.kept.firstOver(index);
      // Cosignatures may come later, and the report of a payment must not depend on when it is made.
      return { checkpoint: checkpoint && (await this.keyring.openCheckpoint(checkpoint)).note, broken, size };
    } catch (error) {
      if (error instanceof RangeError || error instanceof SyntaxError)
        return { checkpoint: null, broken: `A kept checkpoint is damaged: ${error.message}`, size };
      throw error;
    }
  }

  /**
   * A checkpoint with the signature of the log's key alone, since others may come later.
   * @param size of a checkpoint that was kept; by default the latest
   * @throws NOT_FOUND if there is none of this size
   */
  async fixedCheckpoint(size?: number): Promise<SignedCheckpoint> {
    const note = size === undefined ? await this.checkpoint() : await this.files.kept.firstOver(size - 1);
    const found = note === null ? null : await this.keyring.openCheckpoint(note);
    if (!found || (size !== undefined && found.size !== size))
      throw new OutlayError('NOT_FOUND', `There is no checkpoint of ${size} events.`);
    return found;
  }

  /** The signed notes, oldest first, that lead from one key of the log to the others. */
  keyChanges(): Promise<string[]> {
    return this.files.keyChanges.all();
  }

  /** The combined proof of the leaves in the tree of `size`: `limit` hashes from `offset` on, and their number. */
  async combined(leaves: readonly number[], size: number, { offset, limit }: { offset: number; limit: number }) {
    const ranges = combinedProof(leaves, size);
    const { hashAt } = await this.treeOf(size);
    return { hashes: await rangeHashes(ranges.slice(offset, offset + limit), hashAt), total: ranges.length };
  }

  /** Finds the leaves of many events, reading each bundle once. Null for an event that is not in the log. */
  leafFinder(): (event: RecordedEvent) => Promise<number | null> {
    const starts = new Map<number, Promise<Position | null>>();
    const bundles = new Map<number, Promise<RecordedEvent[]>>();
    return (event) => this.indexOf(event, starts, bundles);
  }

  private async treeOf(size: number | undefined) {
    const checkpoint = await this.checkpoint();
    const latest = (await this.keyring.openCheckpoint(checkpoint)).size;
    if (size !== undefined && size > latest) {
      throw new OutlayError('NOT_FOUND', `The log has ${latest} events, not ${size}.`);
    }
    // The complete subtrees of a tree are also those of a larger one.
    const hashAt = tileHashes(latest, (tile) => this.files.read(tilePath(tile)));
    return { checkpoint, treeSize: size ?? latest, hashAt };
  }

  private async indexOf(
    { position, id }: RecordedEvent,
    starts = new Map<number, Promise<Position | null>>(),
    bundles = new Map<number, Promise<RecordedEvent[]>>(),
  ): Promise<number | null> {
    const startOf = (bundle: number) => cached(starts, bundle, () => this.positions.startOf(bundle));
    const { size } = await this.positions.head();
    let [low, high] = [0, Math.floor(Math.max(size - 1, 0) / TILE_WIDTH)];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const after = await startOf(middle);
      if (after !== null && comparePositions(after, position) < 0) low = middle;
      else high = middle - 1;
    }
    const after = await startOf(low);
    const bundle = await cached(bundles, low, () =>
      this.events.readAll({ prefixes: TRAIL_PREFIXES, after, limit: TILE_WIDTH }),
    );
    const offset = bundle.findIndex((event) => event.id === id);
    return offset === -1 ? null : low * TILE_WIDTH + offset;
  }
}

function cached<T>(known: Map<number, Promise<T>>, key: number, read: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? read();
  known.set(key, found);
  return found;
}
