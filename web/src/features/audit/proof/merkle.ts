import { equal, sha256, type Bytes } from './bytes';

/** The tree of the first `size` leaves. */
export interface Tree {
  readonly size: number;
  readonly root: Bytes;
}

const LEAF = new Uint8Array([0]);
const NODE = new Uint8Array([1]);
const nodeHash = (left: Bytes, right: Bytes) => sha256(NODE, left, right);

/** RFC 6962 §2.1. */
export const leafHash = (entry: Bytes): Promise<Bytes> => sha256(LEAF, entry);

/** The root that an inclusion proof leads to, RFC 6962 §2.1.1; null if the proof has another length. */
export async function rootOf(
  leaf: { readonly index: number; readonly hash: Bytes },
  size: number,
  proof: readonly Bytes[],
): Promise<Bytes | null> {
  if (leaf.index < 0 || leaf.index >= size) return null;
  const rest = [...proof];
  const climb = async (index: number, width: number): Promise<Bytes | null> => {
    if (width === 1) return leaf.hash;
    const left = split(width);
    const isLeft = index < left;
    const below = await (isLeft ? climb(index, left) : climb(index - left, width - left));
    const sibling = rest.shift();
    if (!below || !sibling) return null;
    return isLeft ? nodeHash(below, sibling) : nodeHash(sibling, below);
  };
  const root = await climb(leaf.index, size);
  return rest.length === 0 ? root : null;
}

/** Whether a proof shows that the older tree is a prefix of the newer one, RFC 6962 §2.1.2. */
export async function isConsistent(older: Tree, newer: Tree, proof: readonly Bytes[]): Promise<boolean> {
  if (older.size < 1 || older.size > newer.size) return false;
  const rest = [...proof];
  /** The roots of both trees' parts that lie within a subtree of the newer one. */
  const climb = async (oldSize: number, size: number, isOldRoot: boolean): Promise<[Bytes, Bytes] | null> => {
    if (oldSize === size) {
      const root = isOldRoot ? older.root : rest.shift();
      return root ? [root, root] : null;
    }
    const left = split(size);
    const isLeft = oldSize <= left;
    const below = await (isLeft ? climb(oldSize, left, isOldRoot) : climb(oldSize - left, size - left, false));
    const sibling = rest.shift();
    if (!below || !sibling) return null;
    const [old, current] = below;
    return isLeft
      ? [old, await nodeHash(current, sibling)]
      : [await nodeHash(sibling, old), await nodeHash(sibling, current)];
  };
  const roots = await climb(older.size, newer.size, true);
  return roots !== null && rest.length === 0 && equal(roots[0], older.root) && equal(roots[1], newer.root);
}

/** The largest power of two below `size`. */
function split(size: number): number {
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
}
