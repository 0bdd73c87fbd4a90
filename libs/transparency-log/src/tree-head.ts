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

/** The right edge of a growing tree: what is not yet in full tiles. Memory does not grow with the tree. */
export class TreeHead {
  private constructor(
    private leaves: number,
    /** By tile level: the hashes of the tile that is being filled. */
    private readonly edge: Buffer[][],
    private entries: Buffer[],
    private readonly full: LogFile[] = [],
  ) {}

  static empty(): TreeHead {
    return new TreeHead(0, [], []);
  }

  /** Goes on from a stored tree of `size` leaves. @throws RangeError if a tile has another width than it must have */
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

  /** What is new since the last call: full tiles, and those of the edge. Files of one path have one content for ever. */
  takeFiles(): LogFile[] {
    const partial = edgeTiles(this.leaves).flatMap((tile) =>
      tile.width === 0 ? [] : { path: tilePath(tile), content: Buffer.concat(this.edge[tile.level] ?? []) },
    );
    const bundle = { index: Math.floor(this.leaves / TILE_WIDTH), width: this.entries.length };
    const entries = bundle.width === 0 ? [] : [{ path: entriesPath(bundle), content: encodeEntries(this.entries) }];
    return [...this.full.splice(0), ...partial, ...entries];
  }

  /** RFC 6962's root of all leaves. @throws RangeError if there are none */
  root(): Buffer {
    const subtrees = this.edge.toReversed().flatMap(completeSubtrees);
    const last = subtrees.pop();
    if (!last) throw new RangeError('An empty tree has no edge');
    return subtrees.reduceRight((right, left) => nodeHash(left, right), last);
  }

  private push(level: number, hash: Buffer): void {
    const hashes = (this.edge[level] ??= []);
    hashes.push(hash);
    if (hashes.length < TILE_WIDTH) return;
    const index = Math.floor(this.leaves / TILE_WIDTH ** (level + 1)) - 1;
    this.full.push({ path: tilePath({ level, index, width: TILE_WIDTH }), content: Buffer.concat(hashes) });
    this.edge[level] = [];
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
