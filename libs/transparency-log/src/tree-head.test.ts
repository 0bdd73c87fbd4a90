import fc from 'fast-check';
import { rootHash } from './merkle.js';
import { InMemoryLog, numberedEntries } from './testing/in-memory-log.js';
import { decodeEntries, encodeEntries, entriesPath, tileOf, tilePath } from './tile.js';
import { TreeHead } from './tree-head.js';

const paths = (files: readonly { path: string }[]) => files.map(({ path }) => path).sort();

describe('the files of a log', () => {
  test('are the edge of each level while tiles are not full', () => {
    const log = new InMemoryLog();
    log.append(...numberedEntries(3));
    expect(paths(log.store())).toEqual(['tile/0/000.p/3', 'tile/entries/000.p/3']);
    log.append(...numberedEntries(254, 3));
    expect(paths(log.store())).toEqual([
      'tile/0/000',
      'tile/0/001.p/1',
      'tile/1/000.p/1',
      'tile/entries/000',
      'tile/entries/001.p/1',
    ]);
  });

  test('have no partial tile where the last one is full', () => {
    const log = new InMemoryLog();
    log.append(...numberedEntries(256));
    expect(paths(log.store())).toEqual(['tile/0/000', 'tile/1/000.p/1', 'tile/entries/000']);
  });

  test('reach the third level at 65,536 entries', async () => {
    const log = new InMemoryLog();
    log.append(...numberedEntries(65_537));
    const files = paths(log.store());
    expect(files).toContain('tile/1/000');
    expect(files).toContain('tile/2/000.p/1');
    expect(files).toContain('tile/0/256.p/1');
    expect(await rootHash(65_537, log.hashesOf(65_537))).toEqual(log.head.root());
  });

  test('hold the entries in their order', async () => {
    const log = new InMemoryLog();
    log.append(...numberedEntries(300));
    log.store();
    const stored = [
      ...decodeEntries(await log.read('tile/entries/000')),
      ...decodeEntries(await log.read('tile/entries/001.p/44')),
    ];
    expect(stored).toEqual(numberedEntries(300));
  });
});

test('a tree goes on from its files as if it had never stopped', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 4 }), async (batches) => {
      const log = new InMemoryLog();
      const uninterrupted = new InMemoryLog();
      for (const count of batches) {
        const entries = numberedEntries(count, log.head.size);
        log.append(...entries);
        log.store();
        log.head = await TreeHead.read(log.head.size, log.read);
        uninterrupted.append(...entries);
        uninterrupted.store();
      }
      expect(log.files).toEqual(uninterrupted.files);
      if (log.head.size > 0) expect(log.head.root()).toEqual(uninterrupted.head.root());
    }),
    { numRuns: 40 },
  );
});

test('a stored tile of another width is refused', async () => {
  const log = new InMemoryLog();
  log.append(...numberedEntries(5));
  log.store();
  log.files.set('tile/0/000.p/5', Buffer.alloc(4 * 32));
  await expect(TreeHead.read(5, log.read)).rejects.toThrow('tile/0/000.p/5 holds 4 hashes');
});

test('an empty tree has no root of its own', () => {
  expect(() => TreeHead.empty().root()).toThrow(RangeError);
  expect(TreeHead.empty().edge()).toEqual({ size: 0, root: null, files: [] });
});

test.each([
  [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
  [{ level: 3, index: 999, width: 1 }, 'tile/3/999.p/1'],
  [{ level: 1, index: 1_234_067, width: 256 }, 'tile/1/x001/x234/067'],
])('the path of %j', (tile, path) => {
  expect(tilePath(tile)).toBe(path);
  expect(entriesPath(tile)).toBe(path.replace(/^tile\/\d/, 'tile/entries'));
});

test('a hash of the tree stands in the tile of its eight levels', () => {
  expect(tileOf(0, 700, 1000)).toEqual({ level: 0, index: 2, width: 256 });
  expect(tileOf(0, 999, 1000)).toEqual({ level: 0, index: 3, width: 232 });
  expect(tileOf(7, 1, 1000)).toEqual({ level: 0, index: 0, width: 256 });
  expect(tileOf(8, 2, 1000)).toEqual({ level: 1, index: 0, width: 3 });
});

test('entries keep their bytes, and a truncated bundle is refused', () => {
  const entries = [Buffer.alloc(0), Buffer.from('a'), Buffer.alloc(300, 7)];
  const bytes = encodeEntries(entries);
  expect(decodeEntries(bytes)).toEqual(entries);
  for (const length of [1, 3, bytes.length - 1]) {
    expect(() => decodeEntries(bytes.subarray(0, length))).toThrow(RangeError);
  }
});
