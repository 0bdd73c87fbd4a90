import { randomBytes } from 'node:crypto';
import { addSignature, parseNote } from '@outlay/transparency-log';
import type { LogFolder } from './log-folder.js';
import type { Cosignature } from './witnesses.js';

/** Checkpoints in one file, which is written again for each of them. */
const KEPT_TOGETHER = 256;
const KEPT = 'checkpoints/';
const KEPT_PATH = /^checkpoints\/(\d{9})-([0-9a-f]{8})$/;

export interface KeptNote {
  /** The path of the file that holds it. */
  readonly path: string;
  /** Null for a file that is missing or unreadable. */
  readonly note: string | null;
  /** The content of an unreadable file. */
  readonly content?: Buffer;
}

/**
 * Every checkpoint, kept for good. A process writes files of its own only: one that goes on although another has taken its
 * lease cannot replace what the other keeps.
 */
export class CheckpointFiles {
  private readonly writer = randomBytes(4).toString('hex');

  constructor(private readonly folder: LogFolder) {}

  async keep(note: string): Promise<void> {
    const last = (await this.paths()).at(-1);
    if (last === undefined) return this.write(`${pathOf(0)}-${this.writer}`, [note]);
    const [number, writer] = partsOf(last);
    const notes = await this.read(last);
    // A crash may have come before it became the latest one.
    if (notes?.at(-1) === note) return;
    if (notes && writer === this.writer && notes.length < KEPT_TOGETHER) return this.write(last, [...notes, note]);
    await this.write(`${pathOf(number + 1)}-${this.writer}`, [note]);
  }

  /** Adds the cosignature only to a checkpoint that this process has kept recently. */
  async addCosignature({ text, line }: Cosignature): Promise<void> {
    const own = (await this.paths()).filter((path) => partsOf(path)[1] === this.writer);
    for (const path of own.slice(-2).reverse()) {
      const notes = (await this.read(path)) ?? [];
      const at = notes.findIndex((note) => parseNote(note).text === text);
      if (at === -1) continue;
      return this.write(
        path,
        notes.map((note, index) => (index === at ? addSignature(note, line) : note)),
      );
    }
  }

  /** The oldest first. */
  async *all(): AsyncGenerator<string> {
    for await (const { note } of this.notes()) if (note !== null) yield note;
  }

  /** The first checkpoint of more than `size` leaves; null if there is none yet. */
  async firstOver(size: number): Promise<string | null> {
    const files = await this.paths();
    let [low, high] = [0, files.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const [first = ''] = (await this.read(files[middle] ?? '')) ?? [];
      if (sizeOf(first) > size) high = middle - 1;
      else low = middle;
    }
    for (const file of files.slice(low, low + 2)) {
      const found = (await this.read(file))?.find((note) => sizeOf(note) > size);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** All kept notes by size, also where two processes kept checkpoints at once. */
  async *notes(): AsyncGenerator<KeptNote> {
    let held: KeptNote[] = [];
    let next = 0;
    for (const path of await this.paths()) {
      const [number] = partsOf(path);
      const notes = await this.readNotes(path);
      const isLate = sizeOf(held.at(-1)?.note) >= sizeOf(notes[0]?.note);
      if (!isLate) yield* held;
      held = isLate ? [...held, ...notes].sort((a, b) => sizeOf(a.note) - sizeOf(b.note)) : notes;
      if (number > next) yield { path: pathOf(next), note: null };
      next = number + 1;
    }
    yield* held;
  }

  /** The checkpoints that were kept last; none if the file with them is unreadable. */
  async last(): Promise<readonly string[]> {
    const last = (await this.paths()).at(-1);
    return (last === undefined ? null : await this.read(last)) ?? [];
  }

  private async readNotes(path: string): Promise<KeptNote[]> {
    const content = (await this.folder.find(path)) ?? Buffer.alloc(0);
    return tryParse(content)?.map((note) => ({ path, note })) ?? [{ path, note: null, content }];
  }

  /** Null if it is unreadable. */
  private async read(path: string): Promise<string[] | null> {
    return tryParse((await this.folder.find(path)) ?? Buffer.alloc(0));
  }

  private async write(path: string, notes: readonly string[]): Promise<void> {
    await this.folder.put(path, JSON.stringify(notes), 'application/json');
  }

  private async paths(): Promise<string[]> {
    const paths: string[] = [];
    for await (const path of this.folder.paths(KEPT)) if (KEPT_PATH.test(path)) paths.push(path);
    return paths;
  }
}

function pathOf(number: number): string {
  return KEPT + String(number).padStart(9, '0');
}

/** The number and writer in a path. */
function partsOf(path: string): [number: number, writer: string] {
  const [, number, writer = ''] = KEPT_PATH.exec(path) ?? [];
  return [Number(number), writer];
}

function tryParse(content: Buffer): string[] | null {
  try {
    const notes: unknown = JSON.parse(content.toString());
    return Array.isArray(notes) && notes.every((note) => typeof note === 'string') ? notes : null;
  } catch {
    return null;
  }
}

/** The size of a checkpoint; NaN for any other text. */
function sizeOf(note: string | null | undefined): number {
  return Number(note?.split('\n')[1]);
}
