import { hash } from 'node:crypto';

/** Bytes of a SHA-256 hash. */
export const HASH_BYTES = 32;

/** Reads the hash of a complete subtree: `level` 0 holds the leaves, and `index` counts subtrees of 2^level leaves. */
export type HashReader = (level: number, index: number) => Promise<Buffer>;

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);
const sha256 = (...parts: readonly Uint8Array[]) => hash('sha256', Buffer.concat(parts), 'buffer');

/** RFC 6962 §2.1. */
export function leafHash(entry: Uint8Array): Buffer {
  return sha256(LEAF, entry);
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return sha256(NODE, left, right);
}

/** The root of the first `size` leaves. @throws RangeError if `size` is no whole number */
export async function rootHash(size: number, hashAt: HashReader): Promise<Buffer> {
  requireSize(size);
  return size === 0 ? sha256() : subtreeHash(0, size, hashAt);
}

/**
 * The hashes that lead from the leaf to the root of the first `size` leaves, RFC 6962 §2.1.1.
 * @throws RangeError if the leaf is not among them
 */
export async function inclusionProof(index: number, size: number, hashAt: HashReader): Promise<Buffer[]> {
  requireSize(size);
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) throw new RangeError(`No leaf ${index} of ${size}`);
  const path = async (from: number, to: number): Promise<Buffer[]> => {
    if (to - from === 1) return [];
    const middle = from + split(to - from);
    return index < middle
      ? [...(await path(from, middle)), await subtreeHash(middle, to, hashAt)]
      : [...(await path(middle, to)), await subtreeHash(from, middle, hashAt)];
  };
  return path(0, size);
}

/**
 * The hashes that show that the first `oldSize` of `size` leaves are those of an earlier root, RFC 6962 §2.1.2.
 * @throws RangeError unless 0 < `oldSize` ≤ `size`
 */
export async function consistencyProof(oldSize: number, size: number, hashAt: HashReader): Promise<Buffer[]> {
  requireSize(size);
  if (!Number.isSafeInteger(oldSize) || oldSize < 1 || oldSize > size)
    throw new RangeError(`No consistency of ${oldSize} with ${size} leaves`);
  const path = async (from: number, to: number, isOldRoot: boolean): Promise<Buffer[]> => {
    if (oldSize === to) return isOldRoot ? [] : [await subtreeHash(from, to, hashAt)];
    const middle = from + split(to - from);
    return oldSize <= middle
      ? [...(await path(from, middle, isOldRoot)), await subtreeHash(middle, to, hashAt)]
      : [...(await path(middle, to, false)), await subtreeHash(from, middle, hashAt)];
  };
  return path(0, size, true);
}

/** Whether the proof leads from the entry's leaf to the root. Needs nothing but its arguments. */
export function isIncluded(
  leaf: { readonly index: number; readonly hash: Buffer },
  tree: { readonly size: number; readonly root: Buffer },
  proof: readonly Buffer[],
): boolean {
  if (leaf.index < 0 || leaf.index >= tree.size) return false;
  const rest = [...proof];
  const climb = (index: number, size: number): Buffer => {
    if (size === 1) return leaf.hash;
    const left = split(size);
    const below = index < left ? climb(index, left) : climb(index - left, size - left);
    const sibling = take(rest);
    return index < left ? nodeHash(below, sibling) : nodeHash(sibling, below);
  };
  return holds(() => climb(leaf.index, tree.size).equals(tree.root) && rest.length === 0);
}

/** Whether the proof shows that the older tree is a prefix of the newer one. */
export function isConsistent(
  older: { readonly size: number; readonly root: Buffer },
  newer: { readonly size: number; readonly root: Buffer },
  proof: readonly Buffer[],
): boolean {
  if (older.size < 1 || older.size > newer.size) return false;
  const rest = [...proof];
  /** The roots of both trees' parts that lie within a subtree of the newer one. */
  const climb = (oldSize: number, size: number, isOldRoot: boolean): [Buffer, Buffer] => {
    if (oldSize === size) {
      const root = isOldRoot ? older.root : take(rest);
      return [root, root];
    }
    const left = split(size);
    if (oldSize <= left) {
      const [old, current] = climb(oldSize, left, isOldRoot);
      return [old, nodeHash(current, take(rest))];
    }
    const [old, current] = climb(oldSize - left, size - left, false);
    const sibling = take(rest);
    return [nodeHash(sibling, old), nodeHash(sibling, current)];
  };
  return holds(() => {
    const [old, current] = climb(older.size, newer.size, true);
    return old.equals(older.root) && current.equals(newer.root) && rest.length === 0;
  });
}

/** The hash of the leaves from `from` to before `to`, where `from` is a multiple of the next power of two. */
export async function subtreeHash(from: number, to: number, hashAt: HashReader): Promise<Buffer> {
  const size = to - from;
  const left = split(size);
  if (left * 2 === size || size === 1) return hashAt(Math.log2(size), from / size);
  return nodeHash(await subtreeHash(from, from + left, hashAt), await subtreeHash(from + left, to, hashAt));
}

/** The largest power of two below `size`; 1 leaf is not split. */
export function split(size: number): number {
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
}

function requireSize(size: number): void {
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError(`No tree has ${size} leaves`);
}

class ProofTooShort extends Error {}

function take(hashes: Buffer[]): Buffer {
  const next = hashes.shift();
  if (!next) throw new ProofTooShort();
  return next;
}

function holds(check: () => boolean): boolean {
  try {
    return check();
  } catch (error) {
    if (error instanceof ProofTooShort) return false;
    throw error;
  }
}
