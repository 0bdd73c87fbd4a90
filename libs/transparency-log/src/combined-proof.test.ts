import { combinedProof, rangeHashes } from './combined-proof.js';
import { completeHash } from './tile.js';
import { inclusionProof, leafHash, rootHash, subtreeHash, type HashReader } from './merkle.js';

const hashAt: HashReader = async (level, index) =>
  completeHash(Array.from({ length: 2 ** level }, (_, at) => leafHash(Buffer.from([index * 2 ** level + at]))));

describe('the combined proof', () => {
  it('covers all other leaves once, from left to right', () => {
    for (let size = 1; size <= 40; size += 1) {
      for (let seed = 0; seed < 50; seed += 1) {
        const leaves = Array.from({ length: size }, (_, leaf) => leaf).filter(
          (leaf) => (leaf * 7 + seed * seed) % 5 < 2,
        );
        const covered = combinedProof(leaves, size).flatMap(([from, to]) =>
          Array.from({ length: to - from }, (_, at) => from + at),
        );
        expect([...covered, ...leaves].sort((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, leaf) => leaf));
        expect(covered).toEqual(covered.toSorted((a, b) => a - b));
      }
    }
  });

  it('of one leaf has the hashes of its inclusion proof', async () => {
    for (const leaf of [0, 5, 12]) {
      const hashes = await rangeHashes(combinedProof([leaf], 13), hashAt);
      const proof = await inclusionProof(leaf, 13, hashAt);
      expect(hashes.map(String).sort()).toEqual(proof.map(String).sort());
    }
  });

  it('of no leaf is the root', async () => {
    expect(await rangeHashes(combinedProof([], 13), hashAt)).toEqual([await rootHash(13, hashAt)]);
    expect(await subtreeHash(0, 13, hashAt)).toEqual(await rootHash(13, hashAt));
  });

  it.each([[[3, 3]], [[4, 2]], [[13]], [[-1]], [[0.5]]])('refuses %j of 13 leaves', (leaves) => {
    expect(() => combinedProof(leaves, 13)).toThrow(RangeError);
  });
});
