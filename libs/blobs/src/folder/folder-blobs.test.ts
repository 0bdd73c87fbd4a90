import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { BlobsUnavailable } from '../blobs.js';
import { blobsContract } from '../blobs.contract.js';
import { pdf, png } from '../contract/fixtures.js';
import { blobCondition } from '../intact.js';
import { openBlobs } from '../open-blobs.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outlay-blobs-'));
});
afterEach(() => rm(folder, { recursive: true }));

const unfinished = () => readdir(join(folder, '~unfinished'));

blobsContract('A folder', async () => {
  const own = await mkdtemp(join(tmpdir(), 'outlay-blobs-'));
  return { blobs: await openBlobs({ folder: join(own, 'deep', 'er') }), close: () => rm(own, { recursive: true }) };
});

describe('a folder of blobs', () => {
  test('still has its blobs when opened again, and lists nothing else', async () => {
    await (await openBlobs({ folder })).put('receipts/a.png', Buffer.from('a'), png);
    const blobs = await openBlobs({ folder });
    expect(await blobs.stat('receipts/a.png')).toMatchObject({ size: 1, contentType: 'image/png' });
    expect(await blobs.isReady()).toBe(true);
    expect((await blobs.list('')).map(({ key }) => key)).toEqual(['receipts/a.png']);
    expect(await unfinished()).toEqual([]);
  });

  test('lists nothing outside its folder, whatever the prefix', async () => {
    const blobs = await openBlobs({ folder: join(folder, 'own') });
    await (await openBlobs({ folder: join(folder, 'other') })).put('a', Buffer.from('a'), png);
    for (const prefix of ['../', '../other/', '/', './']) expect(await blobs.list(prefix)).toEqual([]);
  });

  test('lets a reader finish while the blob is replaced or deleted', async () => {
    const blobs = await openBlobs({ folder });
    const content = 'first'.repeat(100_000);
    await blobs.put('a', Buffer.from(content), png);
    const [one, other] = [await blobs.read('a'), await blobs.read('a')];
    await blobs.put('a', Buffer.from('second'), pdf);
    expect(one && (await text(one)) === content).toBe(true);
    await blobs.delete('a');
    expect(other && (await text(other)) === content).toBe(true);
  });

  test('deletes files that a crash left unfinished, but not those another process is writing', async () => {
    await openBlobs({ folder });
    const [abandoned, fresh] = ['abandoned', 'fresh'].map((name) => join(folder, '~unfinished', name));
    await writeFile(abandoned ?? '', 'half');
    await writeFile(fresh ?? '', 'half');
    const now = new Date('2026-06-01T12:00:00Z');
    await utimes(abandoned ?? '', now, new Date('2026-06-01T10:59:59Z'));
    await utimes(fresh ?? '', now, new Date('2026-06-01T11:59:59Z'));
    await openBlobs({ folder, clock: { now: () => now } });
    expect(await unfinished()).toEqual(['fresh']);
  });

  test('has no unfinished file of a stream that failed', async () => {
    const blobs = await openBlobs({ folder });
    const failing = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('The source ended early');
      })(),
    );
    await expect(blobs.putStream('a', failing, png)).rejects.toThrow('The source ended early');
    expect(await unfinished()).toEqual([]);
  });

  test('rejects a content type that no header can carry', async () => {
    const blobs = await openBlobs({ folder });
    const put = blobs.put('a', Buffer.from('a'), { contentType: 'image/png\r\nX-Evil: 1' });
    await expect(put).rejects.toBeInstanceOf(RangeError);
    expect(await blobs.stat('a')).toBeNull();
  });
});

describe('a file that changed on the disk', () => {
  const content = randomBytes(5000);
  const known = { key: 'receipts/a', size: 5000, sha256: createHash('sha256').update(content).digest('hex') };

  test.each<[string, (path: string) => Promise<unknown>]>([
    ['was cut off', (path) => truncate(path, 5200)],
    ['lost half of its content', (path) => truncate(path, 2500)],
    ['is shorter than its content type', (path) => truncate(path, 100)],
    ['is empty', (path) => truncate(path, 0)],
    [
      'has a flipped bit',
      async (path) => {
        const bytes = await readFile(path);
        bytes[4999] = (bytes[4999] ?? 0) ^ 1;
        await writeFile(path, bytes);
      },
    ],
  ])('and %s is damaged, until the content is stored again', async (_what, damage) => {
    const blobs = await openBlobs({ folder });
    await blobs.put(known.key, content, png);
    await damage(join(folder, known.key));
    expect(await blobCondition(blobs, known)).toBe('damaged');
    await blobs.put(known.key, content, png);
    expect(await blobCondition(blobs, known)).toBe('intact');
  });
});

describe('a folder of blobs that cannot be written', () => {
  test('is unavailable and not ready, but can be read', async () => {
    const blobs = await openBlobs({ folder });
    await blobs.put('a', Buffer.from('kept'), png);
    await rm(join(folder, '~unfinished'), { recursive: true });
    await writeFile(join(folder, '~unfinished'), 'a file where a folder should be');
    await expect(blobs.put('a', Buffer.from('new'), png)).rejects.toBeInstanceOf(BlobsUnavailable);
    expect(await blobs.isReady()).toBe(false);
    expect(String(await blobs.readAll('a'))).toBe('kept');
    await expect(openBlobs({ folder })).rejects.toBeInstanceOf(BlobsUnavailable);
  });

  test('keeps the old blob and no part of the new one when the disk fills up during a write', async () => {
    const script = join(import.meta.dirname, '../../test/put-when-full.mjs');
    const node = [process.execPath, '--conditions=source', '--experimental-transform-types', '--no-warnings'];
    // The limit on the file size makes the write fail midway, as on a full disk.
    const limited = ['-c', 'ulimit -f 500; exec "$@"', 'sh', ...node, script, folder];
    const { stdout } = await promisify(execFile)('sh', limited);
    expect(JSON.parse(stdout)).toEqual(['stored', 'BlobsUnavailable']);
    const blobs = await openBlobs({ folder });
    expect(await blobs.stat('full/receipt.png')).toMatchObject({ size: 1000 });
    expect(await unfinished()).toEqual([]);
  });
});
