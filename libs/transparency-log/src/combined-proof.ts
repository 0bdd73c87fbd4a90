import { split, subtreeHash, type HashReader } from './merkle.js';

/** Leaves from the first to before the second. */
type Range = readonly [from: number, to: number];

/**
 * The subtrees of a tree of `size` leaves that have none of these leaves, from left to right. Their hashes are the
 * inclusion proofs (RFC 6962) of all these leaves at once: each proof without the hashes that follow from the other
 * leaves.
 * @param leaves ascending, without repetition
 * @throws RangeError if one is not in the tree
 */
export function combinedProof(leaves: readonly number[], size: number): Range[] {
  const isWellFormed = leaves.every((leaf, at) => Number.isSafeInteger(leaf) && leaf > (leaves[at - 1] ?? -1));
  if (!isWellFormed || (leaves.at(-1) ?? 0) >= size) throw new RangeError(`Not leaves of a tree of ${size}`);
  const ranges: Range[] = [];
  let next = 0;
  const walk = (from: number, to: number): void => {
    if ((leaves[next] ?? size) >= to) ranges.push([from, to]);
    else if (to - from === 1) next += 1;
    else {
      const middle = from + split(to - from);
      walk(from, middle);
      walk(middle, to);
    }
  };
  if (size > 0) walk(0, size);
  return ranges;
}

/** The hashes of ranges that `combinedProof` made. */
export function rangeHashes(ranges: readonly Range[], hashAt: HashReader): Promise<Buffer[]> {
  return Promise.all(ranges.map(([from, to]) => subtreeHash(from, to, hashAt)));
}
