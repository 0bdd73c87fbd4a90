import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { consistencyProof, inclusionProof, isConsistent, isIncluded, leafHash, nodeHash, rootHash } from './merkle.js';
import { InMemoryLog, numberedEntries } from './testing/in-memory-log.js';

/** Published with the reference implementation of RFC 6962. */
const ENTRIES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const LARGEST = 700;

/** RFC 6962 §2.1 as it is written. */
function referenceRoot(entries: readonly Buffer[]): Buffer {
  const [first] = entries;
  if (!first) return createHash('sha256').digest();
  if (entries.length === 1) return leafHash(first);
  let left = 1;
  while (left * 2 < entries.length) left *= 2;
  return nodeHash(referenceRoot(entries.slice(0, left)), referenceRoot(entries.slice(left)));
}

const entries = numberedEntries(LARGEST);
const roots = Array.from({ length: LARGEST + 1 }, (_, size) => referenceRoot(entries.slice(0, size)));
const rootOf = (size: number) => roots[size] as Buffer;
const treeOf = (size: number) => ({ size, root: rootOf(size) });
const altered = (hash: Buffer) => Buffer.from(hash.map((byte, at) => (at === 0 ? byte ^ 1 : byte)));

let log: InMemoryLog;
beforeAll(() => {
  log = new InMemoryLog();
  for (const entry of entries) {
    log.append(entry);
    log.store();
  }
});

test.each(ROOTS.map((root, at) => [at + 1, root] as const))('the published tree of %i entries', async (size, root) => {
  const published = new InMemoryLog();
  published.append(...ENTRIES.slice(0, size).map((hex) => Buffer.from(hex, 'hex')));
  published.store();
  expect((await rootHash(size, published.hashesOf(size))).toString('hex')).toBe(root);
  expect(published.head.root().toString('hex')).toBe(root);
});

test('the root of no entries is the hash of nothing', async () => {
  expect(await rootHash(0, log.hashesOf(0))).toEqual(rootOf(0));
});

test('every root out of tiles is the one of the definition', async () => {
  for (let size = 1; size <= LARGEST; size += 1) {
    expect([size, await rootHash(size, log.hashesOf(size))]).toEqual([size, rootOf(size)]);
  }
});

test('an inclusion proof proves its entry, and nothing else', async () => {
  const places = fc.integer({ min: 1, max: LARGEST }).chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1)));
  await fc.assert(
    fc.asyncProperty(places, fc.nat(), async ([size, index], at) => {
      const hash = leafHash(entries[index] as Buffer);
      const proof = await inclusionProof(index, size, log.hashesOf(size));
      expect(isIncluded({ index, hash }, treeOf(size), proof)).toBe(true);
      expect(isIncluded({ index, hash: altered(hash) }, treeOf(size), proof)).toBe(false);
      expect(isIncluded({ index, hash }, { size, root: altered(rootOf(size)) }, proof)).toBe(false);
      expect(isIncluded({ index, hash }, treeOf(size), [...proof, hash])).toBe(false);
      expect(isIncluded({ index: size, hash }, treeOf(size), proof)).toBe(false);
      expect(isIncluded({ index: -1, hash }, treeOf(size), proof)).toBe(false);
      if (proof.length === 0) return;
      expect(isIncluded({ index, hash }, treeOf(size), proof.slice(1))).toBe(false);
      const wrong = proof.map((each, n) => (n === at % proof.length ? altered(each) : each));
      expect(isIncluded({ index, hash }, treeOf(size), wrong)).toBe(false);
    }),
  );
});

test('a consistency proof proves that a tree has grown, and nothing else', async () => {
  const sizes = fc
    .integer({ min: 1, max: LARGEST })
    .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 1, max: size })));
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(), async ([size, oldSize], at) => {
      const proof = await consistencyProof(oldSize, size, log.hashesOf(size));
      const [older, newer] = [treeOf(oldSize), treeOf(size)];
      expect(isConsistent(older, newer, proof)).toBe(true);
      expect(isConsistent({ size: oldSize, root: altered(older.root) }, newer, proof)).toBe(false);
      expect(isConsistent(older, { size, root: altered(newer.root) }, proof)).toBe(false);
      expect(isConsistent(older, newer, [...proof, older.root])).toBe(false);
      expect(isConsistent({ size: 0, root: rootOf(0) }, newer, proof)).toBe(false);
      expect(isConsistent({ ...older, size: size + 1 }, newer, proof)).toBe(false);
      if (proof.length === 0) return;
      expect(isConsistent(older, newer, proof.slice(1))).toBe(false);
      const wrong = proof.map((each, n) => (n === at % proof.length ? altered(each) : each));
      expect(isConsistent(older, newer, wrong)).toBe(false);
    }),
  );
});

test.each([
  [-1, 3],
  [3, 3],
  [0.5, 3],
  [0, -1],
])('there is no inclusion proof of leaf %d of %d', async (index, size) => {
  await expect(inclusionProof(index, size, log.hashesOf(3))).rejects.toThrow(RangeError);
});

test.each([
  [0, 3],
  [4, 3],
  [1.5, 3],
])('there is no consistency proof of %d with %d leaves', async (oldSize, size) => {
  await expect(consistencyProof(oldSize, size, log.hashesOf(3))).rejects.toThrow(RangeError);
});
