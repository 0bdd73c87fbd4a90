import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { TRAIL_PREFIXES } from '@outlay/contracts';
import { comparePositions, type EventHashes, type EventStore, type Position } from '@outlay/event-store';
import { failpoint } from '@outlay/concurrency';
import { logWaitingEvents } from '@outlay/telemetry';
import { Periodic } from '@outlay/time';
import { signCheckpoint, tileHashes, tilePath, TILE_WIDTH, type Checkpoint } from '@outlay/transparency-log';
import type { Lease } from '@outlay/documents';
import { GrowingTree } from './growing-tree.js';
import { LogFiles } from './log-files.js';
import { LogKeyring } from './log-keyring.js';
import { LogPositionsStore, type BundleStart } from './log-positions.store.js';
import { LogStatus, TrailBroken } from './log-status.js';
import { Witnesses } from './witnesses.js';
import { EVENT_STORE, LEASE } from '../ports.js';

/** A checkpoint is made at most this often. */
const INTERVAL_MS = 1_000;
const BATCH = 2_000;
const COUNT_EVERY_MS = 10_000;
/** The number of leaves after which a log that is catching up saves its progress. */
const SAVE_EVERY = 10_000;

/** Adds every event to the log, in the order of the event store, and signs the resulting tree. */
@Injectable()
export class LogBuilder implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly periodic: Periodic;
  private readonly status: LogStatus;
  private readonly tree = new GrowingTree();
  private position: Position | null = null;
  /** The head of the event store up to which the tree has every event; undefined until the first catch-up. */
  private searchedTo: Position | null | undefined;
  private published: Checkpoint | null = null;
  /** The number of leaves from which the log continues after a crash. */
  private savedSize = 0;
  private unsavedStarts: BundleStart[] = [];
  private isLeading = false;
  private isOpen = false;
  private broken: TrailBroken | null = null;
  private lastCounted = -Infinity;

  constructor(
    @Inject(LEASE) private readonly lease: Lease,
    @Inject(EVENT_STORE) private readonly events: Pick<EventStore, 'readHashes' | 'head'>,
    private readonly files: LogFiles,
    private readonly positions: LogPositionsStore,
    private readonly keyring: LogKeyring,
    private readonly witnesses: Witnesses = new Witnesses([]),
  ) {
    this.status = new LogStatus(positions);
    this.periodic = new Periodic(
      () => this.catchUp(() => this.isLeading),
      INTERVAL_MS,
      (error) => this.status.warn(error),
    );
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.lease.compete(
      async () => {
        this.isLeading = true;
        this.status.began();
        this.periodic.start();
      },
      async () => {
        this.isLeading = false;
        await this.periodic.stop();
        this.isOpen = false;
        this.status.left();
      },
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.lease.release();
    await this.tree.close();
  }

  /** Adds new events at once, unless another instance builds the log. */
  hurry(): void {
    if (this.isLeading) void this.periodic.run();
  }

  /**
   * Resolves when every event stored before the call is in the log, or after the batch in which `goesOn` becomes false.
   * Not to be called while the lease is held elsewhere.
   * @throws TrailBroken if the events are not those of the latest checkpoint
   */
  async catchUp(goesOn = () => true): Promise<void> {
    try {
      if (this.broken) throw this.broken;
      await this.open();
      const head = await this.events.head();
      this.requireHead(head);
      // While nothing is written, the head is all that is read.
      while (head !== this.searchedTo && !(await this.appendNext())) if (!goesOn()) return;
      this.searchedTo = head;
      this.requireLength();
      await this.save();
      await this.cosign();
      await this.status.caughtUp();
    } catch (error) {
      // The tree in memory may be ahead of the stored one, so it is opened again.
      this.isOpen = false;
      if (error instanceof TrailBroken) this.broken = error;
      await this.status.failed(error);
      await this.countWaiting().catch(() => undefined);
      throw error;
    }
  }

  private async open(): Promise<void> {
    if (this.isOpen) return;
    const note = await this.files.checkpoint();
    this.published = note === null ? null : await this.keyring.openCheckpoint(note);
    const keyChange = await this.keyring.keyChange(this.published?.size ?? 0);
    if (keyChange !== null) await this.files.keyChanges.add(keyChange);
    const { size, position, broken } = await this.positions.head();
    this.status.opened(size, broken, await this.files.checkpointAt());
    // The log's files may be older than its positions after a restore; then the log is rebuilt from the events.
    const isAhead = size > (this.published?.size ?? 0);
    this.savedSize = isAhead ? 0 : size;
    this.position = isAhead ? null : position;
    await this.tree.open(this.savedSize, (path) => this.files.read(path));
    this.requirePublishedRoot('the tiles differ');
    this.unsavedStarts = [];
    this.searchedTo = undefined;
    this.isOpen = true;
  }

  /** True if there were no more events. */
  private async appendNext(): Promise<boolean> {
    const { size } = this.tree;
    // A batch ends where a checkpoint was published, so that its root can be compared.
    const unpublished = (this.published?.size ?? 0) - size;
    const limit = unpublished > 0 ? Math.min(BATCH, unpublished) : BATCH;
    const batch = await this.events.readHashes({ prefixes: TRAIL_PREFIXES, after: this.position, limit });
    logWaitingEvents.set(batch.positions.length);
    if (batch.positions.length > 0) await this.append(batch);
    if (this.tree.size - this.savedSize >= SAVE_EVERY) await this.save();
    return batch.positions.length < limit;
  }

  private async append({ positions, hashes }: EventHashes): Promise<void> {
    const { size } = this.tree;
    await this.tree.append(hashes);
    for (let bundle = Math.ceil(size / TILE_WIDTH); bundle * TILE_WIDTH < this.tree.size; bundle += 1)
      this.unsavedStarts.push({ bundle, after: positions[bundle * TILE_WIDTH - size - 1] ?? this.position });
    this.position = positions.at(-1) ?? this.position;
    this.requirePublishedRoot('the events differ');
  }

  private requirePublishedRoot(otherwise: string): void {
    const { published, tree } = this;
    if (published && published.size === tree.size && !(tree.root && published.root.equals(tree.root))) {
      throw new TrailBroken(published, otherwise);
    }
  }

  /** SQLite gives the positions of removed last events to later ones, which the log would then pass over. */
  private requireHead(head: Position | null): void {
    const { published, position } = this;
    if (!published || position === null) return;
    if (head === null || comparePositions(head, position) < 0)
      throw new TrailBroken(published, 'the last events are gone');
  }

  private requireLength(): void {
    const { published, tree } = this;
    if (published && tree.size < published.size) throw new TrailBroken(published, `there are ${tree.size} events`);
  }

  /** Stores the tiles, then the checkpoint that commits to them, then the position to go on from. */
  private async save(): Promise<void> {
    const { size, root } = this.tree;
    if (root === null || size === this.savedSize) return;
    await this.files.write(this.tree.takeFiles());
    failpoint('tiles-stored');
    const isNew = size > (this.published?.size ?? 0);
    if (isNew) {
      const checkpoint = {
        origin: this.keyring.name,
        size,
        root,
        previous: this.published?.size,
      };
      await this.files.publish(signCheckpoint(checkpoint, this.keyring.signer));
      this.published = checkpoint;
    }
    failpoint('checkpoint-published');
    await this.positions.advance({ size, position: this.position }, this.unsavedStarts);
    this.savedSize = size;
    this.unsavedStarts = [];
    this.status.saved(size, isNew);
  }

  /** Adds the cosignatures that have arrived, and asks for those of the latest checkpoint without waiting for them. */
  private async cosign(): Promise<void> {
    for (const cosignature of this.witnesses.takeCosignatures()) await this.files.addCosignature(cosignature);
    if (this.published === null) return;
    const hashAt = tileHashes(this.published.size, (tile) => this.files.read(tilePath(tile)));
    this.witnesses.ask(this.published, signCheckpoint(this.published, this.keyring.signer), hashAt);
  }

  /** Counts now and then, because the log may stand still for long. */
  private async countWaiting(): Promise<void> {
    if (performance.now() < this.lastCounted + COUNT_EVERY_MS) return;
    this.lastCounted = performance.now();
    const { position } = await this.positions.head();
    const waiting = await this.events.readHashes({ prefixes: TRAIL_PREFIXES, after: position, limit: BATCH });
    logWaitingEvents.set(waiting.positions.length);
  }
}
