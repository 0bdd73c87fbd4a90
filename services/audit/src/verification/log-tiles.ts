import type { Finding } from '@outlay/contracts';
import {
  completeHash,
  decodeEntries,
  entriesPath,
  leafHash,
  splitHashes,
  tilePath,
  TILE_WIDTH,
} from '@outlay/transparency-log';
import type { Scratch } from '@outlay/sqlite';
import { digestOf } from '@outlay/event-sourcing';
import { LogFileMissing, type LogFiles } from '../log/log-files.js';
import { CompactTree } from './compact-tree.js';

/** The leaf hashes of a bundle, as the tile has them and as its entries give them; null where the file is unusable. */
interface Bundle {
  readonly tile: readonly Buffer[] | null;
  readonly entries: readonly Buffer[] | null;
}

type Source = keyof Bundle;
const SOURCES: readonly Source[] = ['tile', 'entries'];

export interface ReadLeaf {
  /** Leaves up to and with this one. */
  readonly size: number;
  readonly roots: () => readonly Buffer[];
  readonly findings: readonly Finding[];
}

/** Every tile of the log against the others. The leaves are kept to find events by. */
export class LogTiles {
  /** The trees of the leaves of either file: an altered one does not make all later checkpoints differ. */
  private readonly trees: Record<Source, CompactTree | null> = { tile: new CompactTree(), entries: new CompactTree() };
  private readonly parents: ParentTiles;
  private findings: Finding[] = [];
  private readonly unknown = new Set<number>();

  constructor(
    private readonly files: LogFiles,
    private readonly scratch: Scratch,
  ) {
    this.parents = new ParentTiles(files, (finding) => this.findings.push(finding));
    scratch.create('leaves', 'hash BLOB, idx INT');
    scratch.run('CREATE INDEX leaves_by_hash ON leaves (hash)');
  }

  async *read(size: number): AsyncGenerator<ReadLeaf> {
    for (let first = 0; first < size; first += TILE_WIDTH) {
      const width = Math.min(TILE_WIDTH, size - first);
      const bundle = await this.readBundle(first / TILE_WIDTH, width);
      for (let at = 0; at < width; at += 1) yield this.addLeaf(first + at, bundle, at);
      if (width === TILE_WIDTH) {
        await this.parents.add(1, { tile: hashOf(bundle.tile), entries: hashOf(bundle.entries) });
      }
    }
    await this.parents.end();
    yield { size, roots: this.roots, findings: this.findings.splice(0) };
  }

  /** Whether the log's files do not say what this leaf is. */
  isUnknown(index: number): boolean {
    return this.unknown.has(Math.floor(index / TILE_WIDTH));
  }

  indexOf(leaf: Buffer): number | null {
    const row = this.scratch.get('SELECT idx FROM leaves WHERE hash = ?', leaf);
    return row ? Number(row.idx) : null;
  }

  *unfound(): Generator<{ readonly index: number; readonly leaves: string }> {
    const sql = `SELECT idx, group_concat(hex(hash)) AS leaves FROM leaves
      WHERE idx NOT IN (SELECT idx FROM found) GROUP BY idx ORDER BY idx`;
    for (const { idx, leaves } of this.scratch.iterate(sql)) yield { index: Number(idx), leaves: String(leaves) };
  }

  private addLeaf(index: number, bundle: Bundle, at: number): ReadLeaf {
    for (const source of SOURCES) {
      const leaf = bundle[source]?.[at];
      if (leaf) this.trees[source]?.append(leaf);
      else this.trees[source] = null;
    }
    const [leaf, other] = [bundle.tile?.[at] ?? bundle.entries?.[at], bundle.entries?.[at]];
    if (leaf) this.scratch.run('INSERT INTO leaves VALUES (?, ?)', leaf, index);
    if (leaf && other && !leaf.equals(other)) this.scratch.run('INSERT INTO leaves VALUES (?, ?)', other, index);
    return { size: index + 1, roots: this.roots, findings: this.findings.splice(0) };
  }

  private readonly roots = (): Buffer[] => SOURCES.flatMap((source) => this.trees[source]?.root() ?? []);

  private async readBundle(index: number, width: number): Promise<Bundle> {
    const tile = await this.readHashes(tilePath({ level: 0, index, width }), width, splitHashes);
    const entries = await this.readHashes(entriesPath({ index, width }), width, (bytes) =>
      decodeEntries(bytes).map((entry) => leafHash(entry)),
    );
    if (!tile && !entries) this.unknown.add(index);
    if (tile && entries && !tile.every((hash, at) => entries[at]?.equals(hash))) {
      const path = tilePath({ level: 0, index, width });
      this.findings.push(altered(path, 'does not hold the hashes of its entries', ...tile, ...entries));
    }
    return { tile, entries };
  }

  private async readHashes(path: string, width: number, decode: (bytes: Buffer) => Buffer[]): Promise<Buffer[] | null> {
    const content = await readFile(this.files, path);
    if (!content) {
      this.findings.push(missing(path));
      return null;
    }
    for await (const earlier of this.files.earlierPartials(path)) {
      const beginning = content.subarray(0, (content.length / width) * earlier.width);
      if (!earlier.content.equals(beginning))
        this.findings.push(altered(earlier.path, 'is not how the later one begins', earlier.content));
    }
    const hashes = attempt(() => decode(content));
    if (hashes?.length === width) return hashes;
    this.findings.push(altered(path, `does not hold ${width} entries`, content));
    return null;
  }
}

type Pair = Readonly<Record<Source, Buffer | null>>;

/** The tiles above the lowest level, each of which holds the roots of 256 tiles below it. */
class ParentTiles {
  private readonly levels: { index: number; pairs: Pair[] }[] = [];

  constructor(
    private readonly files: LogFiles,
    private readonly report: (finding: Finding) => void,
  ) {}

  async add(level: number, pair: Pair): Promise<void> {
    const filling = (this.levels[level] ??= { index: 0, pairs: [] });
    filling.pairs.push(pair);
    if (filling.pairs.length < TILE_WIDTH) return;
    await this.compare(level);
    const { pairs } = filling;
    this.levels[level] = { index: filling.index + 1, pairs: [] };
    const above = (source: Source) => {
      const hashes = pairs.flatMap((below) => below[source] ?? []);
      return hashes.length === TILE_WIDTH ? completeHash(hashes) : null;
    };
    await this.add(level + 1, { tile: above('tile'), entries: above('entries') });
  }

  async end(): Promise<void> {
    for (const [level, filling] of this.levels.entries())
      if (filling && filling.pairs.length > 0) await this.compare(level);
  }

  private async compare(level: number): Promise<void> {
    const { index, pairs } = this.levels[level] ?? { index: 0, pairs: [] };
    const path = tilePath({ level, index, width: pairs.length });
    const content = await readFile(this.files, path);
    if (!content) return this.report(missing(path));
    const hashes = attempt(() => splitHashes(content)) ?? [];
    const matches = (hash: Buffer | undefined, pair: Pair) =>
      hash !== undefined && SOURCES.some((source) => pair[source]?.equals(hash));
    if (hashes.length !== pairs.length || !pairs.every((pair, at) => matches(hashes[at], pair))) {
      this.report(altered(path, 'does not hold the hashes of the tiles below it', content));
    }
  }
}

function hashOf(leaves: readonly Buffer[] | null): Buffer | null {
  return leaves && completeHash(leaves);
}

async function readFile(files: LogFiles, path: string): Promise<Buffer | null> {
  try {
    return await files.read(path);
  } catch (error) {
    if (error instanceof LogFileMissing) return null;
    // The full tile, of which it is the beginning, is malformed.
    if (error instanceof RangeError) return Buffer.alloc(0);
    throw error;
  }
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const missing = (path: string): Finding => ({
  kind: 'log-file-missing',
  place: path,
  message: `The log lacks ${path}.`,
  digest: null,
});

const altered = (path: string, how: string, ...found: Buffer[]): Finding => ({
  kind: 'log-file-altered',
  place: path,
  message: `The file ${path} of the log ${how}.`,
  digest: digestOf(...found),
});
