import type { Finding } from '@outlay/contracts';
import { leafHash, parseNote, type Checkpoint, type LogKeys } from '@outlay/transparency-log';
import type { Scratch } from '@outlay/sqlite';
import { digestOf, eventFinding, type EventCheck, type WalkedEvent } from '@outlay/event-sourcing';
import type { LogFiles } from '../log/log-files.js';
import type { LogPositionsStore } from '../log/log-positions.store.js';
import { CompactTree } from './compact-tree.js';
import { invalid, KeptCheckpoints, tryOpen } from './kept-checkpoints.js';
import { LogTiles } from './log-tiles.js';

/** Why nothing can be said about an installation. */
export class CannotVerify extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CannotVerify';
  }
}

/** The log as it was when the verification started, by itself and against the events. */
export class LogCheck implements EventCheck {
  private size = 0;
  private lastIndex = -1;
  private lastMatchedOrdinal = -1;
  private latest: Checkpoint | null = null;
  private latestNote: string | null = null;
  private readonly tiles: LogTiles;

  constructor(
    private readonly files: LogFiles,
    private readonly positions: LogPositionsStore,
    private readonly keys: LogKeys | null,
    private readonly scratch: Scratch,
  ) {
    this.tiles = new LogTiles(files, scratch);
    scratch.create('found', 'idx INTEGER PRIMARY KEY');
    scratch.create('unlogged', 'ordinal INTEGER PRIMARY KEY, stream TEXT, revision INT, hash TEXT');
  }

  /** Leaves that are verified. */
  get leaves(): number {
    return this.size;
  }

  /** The latest checkpoint, as signed; null if there is none that is valid. */
  get note(): string | null {
    return this.latestNote;
  }

  /**
   * Fixes how much of the log is verified. Call it before the events are read, since events are written before the log.
   * @throws CannotVerify if the key is not the log's
   */
  async *open(): AsyncGenerator<Finding> {
    const { size: counted } = await this.positions.head();
    const kept = await this.files.kept.last();
    const latest = await this.files.checkpoint();
    if (latest === null && kept.length === 0 && counted === 0) return;
    const keys = this.requireKey([...kept, ...(latest === null ? [] : [latest])]);
    const [previous, last] = kept.slice(-2).map((note) => tryOpen(note, keys));
    const newest = latest === null ? null : tryOpen(latest, keys);
    this.latest = kept.length > 0 ? newest : null;
    this.latestNote = newest ? latest : null;
    const sizes = [last, previous, newest].map((checkpoint) => checkpoint?.size ?? 0);
    this.size = Math.max(...sizes);
    if (latest === null) yield invalid('latest checkpoint', 'is missing');
    else if (!newest) yield invalid('latest checkpoint', `is not one of ${keys.name}`, latest);
    // A crash may have come after a checkpoint was kept, before it became the latest.
    else if (newest.size < (previous?.size ?? 0)) yield invalid('latest checkpoint', 'is older than kept ones', latest);
    if (kept.length === 0) yield invalid('kept checkpoints', 'are missing');
    if (counted > this.size)
      yield invalid(
        `checkpoint of ${counted} events`,
        `is missing; the latest one is of ${this.size} events`,
        this.size,
      );
  }

  /** The tiles and the kept checkpoints; afterwards the events can be compared with the leaves. */
  async *log(): AsyncGenerator<Finding> {
    if (this.size === 0 || !this.keys) return;
    const checkpoints = new KeptCheckpoints(this.files.kept, this.keys, this.scratch);
    yield* checkpoints.upTo(0, () => []);
    for await (const { findings, size, roots } of this.tiles.read(this.size)) {
      yield* findings;
      yield* checkpoints.upTo(size, roots);
    }
    yield* checkpoints.end(this.latest);
  }

  *event({ event, ordinal, hash }: WalkedEvent): Generator<Finding> {
    if (this.size === 0 || this.tiles.isUnknown(ordinal)) return;
    const index = this.tiles.indexOf(leafHash(Buffer.from(hash, 'hex')));
    if (index === null) {
      this.scratch.run('INSERT INTO unlogged VALUES (?, ?, ?, ?)', ordinal, event.stream, event.revision, hash);
      return;
    }
    this.scratch.run('INSERT OR IGNORE INTO found VALUES (?)', index);
    if (index <= this.lastIndex) {
      yield eventFinding(
        'event-moved',
        event,
        `it is leaf ${index} of the log, but comes after leaf ${this.lastIndex}`,
        digestOf(index, this.lastIndex, hash),
      );
    }
    this.lastIndex = Math.max(index, this.lastIndex);
    this.lastMatchedOrdinal = ordinal;
  }

  *end(): Generator<Finding> {
    // Events after the log's last one are not in it yet.
    const isBefore = Math.max(this.size, this.lastMatchedOrdinal);
    for (const row of this.scratch.iterate('SELECT * FROM unlogged WHERE ordinal < ?', isBefore)) {
      const event = { stream: String(row.stream), revision: Number(row.revision) };
      yield eventFinding(
        'event-unlogged',
        event,
        'the log does not hold this event, although it is made of later ones',
        String(row.hash),
      );
    }
    for (const { index, leaves } of this.tiles.unfound()) {
      const message = `Leaf ${index} of the log is an event that the event store does not have.`;
      yield { kind: 'event-lost', place: `leaf ${index}`, message, digest: digestOf(leaves) };
    }
  }

  private requireKey(notes: readonly string[]): LogKeys {
    const { keys } = this;
    if (!keys)
      throw new CannotVerify(
        'The log has checkpoints, but there is no key. Set AUDIT_KEY or AUDIT_KEY_FILE, or pass --key.',
      );
    const signed = notes.filter((note) => isSignedNote(note));
    if (signed.length > 0 && !signed.some((note) => keys.haveSigned(note))) {
      const [origin] = signed[0]?.split('\n') ?? [];
      throw new CannotVerify(`The key is that of ${keys.name}, but the checkpoints are signed by ${origin}.`);
    }
    return keys;
  }
}

/** A checkpoint that somebody kept, against the events as they are. */
export class KeptElsewhere implements EventCheck {
  private readonly tree = new CompactTree();
  private count = 0;
  private root: Buffer | null = null;

  constructor(private readonly checkpoint: Checkpoint) {}

  *event({ hash }: WalkedEvent): Generator<Finding> {
    if (this.count === this.checkpoint.size) return;
    this.tree.append(leafHash(Buffer.from(hash, 'hex')));
    this.count += 1;
    if (this.count === this.checkpoint.size) this.root = this.tree.root();
  }

  *end(): Generator<Finding> {
    const { size, root } = this.checkpoint;
    if (this.root?.equals(root)) return;
    const what =
      this.root === null
        ? `The checkpoint that was kept is of ${size} events, but there are ${this.count}.`
        : `The first ${size} events are not those that the checkpoint that was kept commits to.`;
    yield {
      kind: 'checkpoint-differs',
      place: `kept checkpoint of ${size}`,
      message: what,
      digest: digestOf(root, this.root),
    };
  }
}

function isSignedNote(note: string): boolean {
  try {
    parseNote(note);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
