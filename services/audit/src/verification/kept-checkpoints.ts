import type { Finding } from '@outlay/contracts';
import type { Checkpoint, LogKeys } from '@outlay/transparency-log';
import type { Scratch } from '@outlay/sqlite';
import { digestOf } from '@outlay/event-sourcing';
import type { CheckpointFiles, KeptNote } from '../log/checkpoint-files.js';

/** Compares each kept checkpoint with the roots of the log at its size. */
export class KeptCheckpoints {
  private readonly notes: AsyncGenerator<KeptNote>;
  private next: { readonly name: string; readonly checkpoint: Checkpoint } | null = null;
  private size = 0;
  private differing = 0;
  private number = 0;
  private isRead = false;

  constructor(
    files: CheckpointFiles,
    private readonly keys: LogKeys,
    private readonly scratch: Scratch,
  ) {
    this.notes = files.notes();
    scratch.create('kept', 'size INTEGER PRIMARY KEY, root TEXT');
  }

  async *upTo(size: number, roots: () => readonly Buffer[]): AsyncGenerator<Finding> {
    for (;;) {
      if (!this.next) yield* this.advance();
      if (!this.next || this.next.checkpoint.size > size) return;
      const { name, checkpoint } = this.next;
      this.next = null;
      if (roots().some((root) => root.equals(checkpoint.root))) continue;
      this.differing += 1;
      if (this.differing > 1) continue;
      const message = `The first ${checkpoint.size} leaves of the log do not have the root that ${name} commits to.`;
      yield {
        kind: 'checkpoint-differs',
        place: `checkpoint of ${checkpoint.size}`,
        message,
        digest: digestOf(checkpoint.root, ...roots()),
      };
    }
  }

  /** A checkpoint is kept before it becomes the latest one. */
  async *end(latest: Checkpoint | null): AsyncGenerator<Finding> {
    if (latest && this.rootOf(latest.size) === null)
      yield invalid('latest checkpoint', 'is not among the kept ones', latest.size);
    if (this.differing <= 1) return;
    const message = `So do not ${this.differing - 1} later checkpoints.`;
    yield { kind: 'checkpoint-differs', place: 'later checkpoints', message, digest: null };
  }

  private async *advance(): AsyncGenerator<Finding> {
    while (!this.next && !this.isRead) {
      const { value, done } = await this.notes.next();
      if (done) {
        this.isRead = true;
        return;
      }
      const { path, note, content } = value;
      this.number += 1;
      const name = `checkpoint number ${this.number} in ${path}`;
      const checkpoint = note === null ? null : tryOpen(note, this.keys);
      if (note === null)
        yield invalid(`checkpoint in ${path}`, 'is missing or cannot be read', ...(content ? [content] : []));
      else if (!checkpoint) yield invalid(name, `is not one of ${this.keys.name}`, note);
      else yield* this.take(name, checkpoint);
    }
  }

  private *take(name: string, checkpoint: Checkpoint): Generator<Finding> {
    const { size, root, previous } = checkpoint;
    if (previous !== undefined && this.rootOf(previous) === null)
      yield invalid(`checkpoint of ${previous} events`, `is missing, although ${name} comes after it`);
    // Two processes may have kept the same checkpoint.
    if (this.rootOf(size) === root.toString('hex')) return;
    if (size <= this.size) {
      yield invalid(name, 'is out of order', size, root);
      return;
    }
    this.scratch.run('INSERT INTO kept VALUES (?, ?)', size, root.toString('hex'));
    this.size = size;
    this.next = { name, checkpoint };
  }

  /** The root hash of a kept checkpoint. */
  private rootOf(size: number): string | null {
    const row = this.scratch.get('SELECT root FROM kept WHERE size = ?', size);
    return row ? String(row.root) : null;
  }
}

export function invalid(place: string, what: string, ...found: unknown[]): Finding {
  const message = `The ${place} ${what}.`;
  const digest = found.length === 0 ? null : digestOf(...found);
  return { kind: 'checkpoint-invalid', place, message, digest };
}

export function tryOpen(note: string, keys: LogKeys): Checkpoint | null {
  try {
    return keys.open(note);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
