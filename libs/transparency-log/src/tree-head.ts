import { leafHash, nodeHash } from './merkle.js';
import {
  completeHash,
  decodeEntries,
  encodeEntries,
  entriesPath,
  splitHashes,
  tilePath,
  TILE_WIDTH,
  type Tile,
} from './tile.js';

/** A file of the log: its path and content. */
export interface LogFile {
  readonly path: string;
  readonly content: Buffer;
}

export type FileReader = (path: string) => Promise<Buffer>;

/** The part of a tree that it needs to grow, in a form that can be sent to another thread. */
export interface TreeEdge {
  /** Leaves. */
  readonly size: number;
  /** RFC 6962's root of all leaves; null if there are none. */
  readonly root: Buffer | null;
  /** The tiles and entries that are not full. */
  readonly files: readonly LogFile[];
}

/** A tree after its growth. */
export interface GrownTree {
  readonly edge: TreeEdge;
  /** The tiles and entries that have become full. A path has one content for ever. */
  readonly full: readonly LogFile[];
}

/** Adds entries of 32 bytes each, one after another. @throws RangeError if a file of the edge has another width than it must have */
export async function growTree({ size, files }: TreeEdge, entries: Uint8Array): Promise<GrownTree> {
  const head = await TreeHead.read(size, async (path) => {
    const file = files.find((file) => file.path === path);
    if (!file) throw new RangeError(`The edge lacks ${path}`);
    return bufferOf(file.content);
  });
  for (const entry of splitHashes(bufferOf(entries))) head.append(entry);
  return { edge: head.edge(), full: head.takeFull() };
}

/** A buffer that was sent to another thread arrives as a plain array of bytes. */
function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The right edge of a growing tree: everything outside full tiles. Memory does not grow with the tree. */
export class TreeHead {
  private constructor(
    private leaves: number,
    /** The hashes of the tile that is being filled, by tile level. */
    private readonly levels: Buffer[][],
    private entries: Buffer[],
    private readonly full: LogFile[] = [],
  ) {}

  static empty(): TreeHead {
    return new TreeHead(0, [], []);
  }

  /** Continues a stored tree of `size` leaves. @throws RangeError if a tile has another width than it must have */
  static async read(size: number, readFile: FileReader): Promise<TreeHead> {
    const edge: Buffer[][] = [];
    for (const tile of edgeTiles(size)) {
      const hashes = tile.width === 0 ? [] : splitHashes(await readFile(tilePath(tile)));
      if (hashes.length !== tile.width) throw new RangeError(`${tilePath(tile)} holds ${hashes.length} hashes`);
      edge.push(hashes);
    }
    const width = size % TILE_WIDTH;
    const bundle = { index: Math.floor(size / TILE_WIDTH), width };
    const content = width === 0 ? Buffer.alloc(0) : await readFile(entriesPath(bundle));
    return new TreeHead(size, edge, decodeEntries(content));
  }

  get size(): number {
    return this.leaves;
  }

  append(entry: Buffer): void {
    this.entries.push(entry);
    if (this.entries.length === TILE_WIDTH) {
      const index = Math.floor(this.leaves / TILE_WIDTH);
      this.full.push({ path: entriesPath({ index, width: TILE_WIDTH }), content: encodeEntries(this.entries) });
      this.entries = [];
    }
    this.leaves += 1;
    this.push(0, leafHash(entry));
  }

  edge(): TreeEdge {
    return { size: this.leaves, root: this.leaves === 0 ? null : this.root(), files: this.partialFiles() };
  }

  /** The full tiles and entries since the last call. */
  takeFull(): LogFile[] {
    return this.full.splice(0);
  }

  /** RFC 6962's root of all leaves. @throws RangeError if there are none */
  root(): Buffer {
    const subtrees = this.levels.toReversed().flatMap(completeSubtrees);
    const last = subtrees.pop();
    if (!last) throw new RangeError('An empty tree has no edge');
    return subtrees.reduceRight((right, left) => nodeHash(left, right), last);
  }

  private partialFiles(): LogFile[] {
    const partial = edgeTiles(this.leaves).flatMap((tile) =>
      tile.width === 0 ? [] : { path: tilePath(tile), content: Buffer.concat(this.levels[tile.level] ?? []) },
    );
    const bundle = { index: Math.floor(this.leaves / TILE_WIDTH), width: this.entries.length };
    const entries = bundle.width === 0 ? [] : [{ path: entriesPath(bundle), content: encodeEntries(this.entries) }];
    return [...partial, ...entries];
  }

  private push(level: number, hash: Buffer): void {
    const hashes = (this.levels[level] ??= []);
    hashes.push(hash);
    if (hashes.length < TILE_WIDTH) return;
    const index = Math.floor(this.leaves / TILE_WIDTH ** (level + 1)) - 1;
    this.full.push({ path: tilePath({ level, index, width: TILE_WIDTH }), content: Buffer.concat(hashes) });
    this.levels[level] = [];
    this.push(level + 1, completeHash(hashes));
  }
}

/** The tile of each level that is being filled. */
function edgeTiles(size: number): Tile[] {
  const tiles: Tile[] = [];
  for (let level = 0, complete = size; complete > 0; level += 1, complete = Math.floor(complete / TILE_WIDTH)) {
    tiles.push({ level, index: Math.floor(complete / TILE_WIDTH), width: complete % TILE_WIDTH });
  }
  return tiles;
}

/** The largest complete subtrees, from the left. */
function completeSubtrees(hashes: readonly Buffer[]): Buffer[] {
  const roots: Buffer[] = [];
  for (let at = 0; at < hashes.length;) {
    const width = 2 ** Math.floor(Math.log2(hashes.length - at));
    roots.push(completeHash(hashes.slice(at, at + width)));
    at += width;
  }
  return roots;
}
