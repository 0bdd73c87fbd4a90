import { HASH_BYTES, nodeHash, type HashReader } from './merkle.js';

/** Hashes of a full tile, 8 levels of the tree (c2sp.org/tlog-tiles). */
export const TILE_WIDTH = 256;
const TILE_LEVELS = 8;

/** The hashes `index` * 256 and following of the tree's level 8 * `level`; `width` of them. */
export interface Tile {
  readonly level: number;
  readonly index: number;
  readonly width: number;
}

/** The path of a tile, such as `tile/0/x001/234` or, while it is not full, `tile/0/x001/234.p/7`. */
export function tilePath({ level, index, width }: Tile): string {
  return numberedPath(`tile/${level}`, index, width);
}

/** The path of the entries of a tile of level 0. */
export function entriesPath({ index, width }: Omit<Tile, 'level'>): string {
  return numberedPath('tile/entries', index, width);
}

/** Each entry has its length in two bytes before it, the higher one first. */
export function encodeEntries(entries: readonly Uint8Array[]): Buffer {
  return Buffer.concat(entries.flatMap((entry) => [Buffer.of(entry.length >> 8, entry.length & 255), entry]));
}

/** @throws RangeError if the bytes end within an entry */
export function decodeEntries(bytes: Buffer): Buffer[] {
  const entries: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const start = at + 2;
    const end = start <= bytes.length ? start + bytes.readUInt16BE(at) : Infinity;
    if (end > bytes.length) throw new RangeError('The entries end within one');
    entries.push(bytes.subarray(start, end));
    at = end;
  }
  return entries;
}

/** The tile of a tree of `size` leaves that holds the hash at this place, where `level` is one of the tree's levels. */
export function tileOf(level: number, index: number, size: number): Tile {
  const tileLevel = Math.floor(level / TILE_LEVELS);
  const first = index * 2 ** (level % TILE_LEVELS);
  const tileIndex = Math.floor(first / TILE_WIDTH);
  const complete = Math.floor(size / TILE_WIDTH ** tileLevel);
  return { level: tileLevel, index: tileIndex, width: Math.min(TILE_WIDTH, complete - tileIndex * TILE_WIDTH) };
}

/** Reads hashes of a tree of `size` leaves out of its tiles, each of them once. */
export function tileHashes(size: number, readTile: (tile: Tile) => Promise<Buffer>): HashReader {
  const tiles = new Map<string, Promise<Buffer>>();
  return async (level, index) => {
    const tile = tileOf(level, index, size);
    const path = tilePath(tile);
    const content = tiles.get(path) ?? readTile(tile);
    tiles.set(path, content);
    const hashes = splitHashes(await content);
    const width = 2 ** (level % TILE_LEVELS);
    const first = (index * width) % TILE_WIDTH;
    return completeHash(hashes.slice(first, first + width));
  };
}

/** The root of a complete subtree. @throws RangeError unless the number of hashes is a power of two */
export function completeHash(hashes: readonly Buffer[]): Buffer {
  let level = hashes;
  while (level.length > 1) {
    if (level.length % 2 === 1) throw new RangeError('A complete subtree has a power of two hashes');
    level = level.flatMap((left, at) => (at % 2 === 0 ? [nodeHash(left, level[at + 1] as Buffer)] : []));
  }
  const [root] = level;
  if (!root) throw new RangeError('A subtree has at least one hash');
  return root;
}

export function splitHashes(content: Buffer): Buffer[] {
  if (content.length % HASH_BYTES !== 0) throw new RangeError('A tile holds whole hashes');
  return Array.from({ length: content.length / HASH_BYTES }, (_, at) =>
    content.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
}

function numberedPath(folder: string, index: number, width: number): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? [];
  const last = groups.length - 1;
  const path = groups.map((group, at) => (at < last ? `x${group}` : group)).join('/');
  return `${folder}/${path}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
}
