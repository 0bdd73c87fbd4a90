import { backing, describeOn, type BackingServer } from '@outlay/testing/backing/index';
import { text } from 'node:stream/consumers';
import { BlobsUnavailable, type Blobs } from '../blobs.js';
import { blobsContract } from '../blobs.contract.js';
import { newFolder, newKey, png } from '../contract/given.js';
import { openBlobs } from '../open-blobs.js';

const folder = 'not used';
/** The same store, another bucket. */
function inBucket(bucket: string, { url }: BackingServer): string {
  const other = new URL(url);
  other.pathname = bucket;
  return other.href;
}

async function untilReady(blobs: Blobs) {
  while (!(await blobs.isReady())) await new Promise((resolve) => setTimeout(resolve, 50));
}

async function expectUnavailable(work: () => Promise<unknown>, withinMs = 3000) {
  const startedAt = performance.now();
  await expect(work()).rejects.toBeInstanceOf(BlobsUnavailable);
  expect(performance.now() - startedAt).toBeLessThan(withinMs);
}

async function expectNotReady(blobs: Blobs) {
  const startedAt = performance.now();
  expect(await blobs.isReady()).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(2500);
}

/** Every operation on a key, each to be refused while the store is down. */
const operations = (blobs: Blobs, key: string) => [
  () => blobs.put(key, Buffer.from('new'), png),
  () => blobs.stat(key),
  () => blobs.read(key),
  () => blobs.readAll(key),
  () => blobs.list(''),
  () => blobs.delete(key),
];

describeOn(await backing('s3'), 'Blobs on S3', (start) => {
  blobsContract('S3', async () => {
    const server = await start();
    const blobs = await openBlobs({ url: server.url, folder });
    await untilReady(blobs);
    const close = async () => {
      await blobs.close();
      await server.close();
    };
    return { blobs, close };
  });
});

describeOn(await backing('s3', { own: true }), 'Blobs on a MinIO of their own', (start) => {
  let server: BackingServer;
  let blobs: Blobs;
  beforeAll(async () => {
    server = await start();
    blobs = await openBlobs({ url: server.url, folder });
    await untilReady(blobs);
  });
  afterAll(async () => {
    await blobs.close();
    await server.close();
  });

  test('a bucket that is not there holds nothing, and is made by what is stored first', async () => {
    const fresh = await openBlobs({ url: inBucket('not-yet-there', server), folder });
    const key = newKey();
    expect(await fresh.stat(key)).toBeNull();
    expect(await fresh.readAll(key)).toBeNull();
    expect(await fresh.list('')).toEqual([]);
    await fresh.delete(key);
    await Promise.all([1, 2, 3].map((n) => fresh.put(`${key}${n}`, Buffer.from('first'), png)));
    expect(await fresh.list('')).toHaveLength(3);
    await fresh.close();
  });

  test('looking whether it is ready leaves nothing to be listed', async () => {
    const fresh = await openBlobs({ url: inBucket('looked-at', server), folder });
    expect(await fresh.isReady()).toBe(true);
    expect(await fresh.list('')).toEqual([]);
    for (const prefix of ['../', '/', './', '~']) expect(await fresh.list(prefix)).toEqual([]);
    await fresh.close();
  });

  test('a content type that no header could carry is refused', async () => {
    const put = blobs.put(newKey(), Buffer.from('a'), { contentType: 'image/png\r\nX-Evil: 1' });
    await expect(put).rejects.toBeInstanceOf(RangeError);
  });

  test('a wrong secret is told as unavailable, and not ready', async () => {
    const url = new URL(server.url);
    url.password = 'not-the-secret';
    const wrong = await openBlobs({ url: url.href, folder });
    await expectUnavailable(() => wrong.put(newKey(), Buffer.from('a'), png));
    await expectNotReady(wrong);
    await wrong.close();
  });
});

describeOn(await backing('s3', { own: true }), 'Blobs on a MinIO in trouble', (start) => {
  let server: BackingServer;
  let blobs: Blobs;
  beforeAll(async () => {
    server = await start();
    blobs = await openBlobs({ url: server.url, folder });
  });
  beforeEach(async () => {
    await server.restart();
    await untilReady(blobs);
  });
  afterAll(async () => {
    await blobs.close();
    await server.close();
  });

  test('that is down are unavailable at once, and there when it is back', async () => {
    const key = newKey();
    await blobs.put(key, Buffer.from('kept'), png);
    await server.kill();
    for (const operation of operations(blobs, key)) await expectUnavailable(operation, 1000);
    await expectNotReady(blobs);
    await server.restart();
    await untilReady(blobs);
    expect(String(await blobs.readAll(key))).toBe('kept');
  });

  test('that does not answer are unavailable within three seconds', async () => {
    const key = newKey();
    await blobs.put(key, Buffer.from('kept'), png);
    await server.pause();
    await Promise.all(operations(blobs, key).map((operation) => expectUnavailable(operation)));
    await expectNotReady(blobs);
    await server.resume();
    await untilReady(blobs);
    expect(await blobs.stat(key)).not.toBeNull();
  });

  test.each([40, 160])(
    'that is killed %i ms after it was given a blob has the old one or the new one, whole',
    async (delay) => {
      const key = newKey();
      const [old, replacement] = [Buffer.alloc(100_000, 'o'), Buffer.alloc(30_000_000, 'n')];
      await blobs.put(key, old, png);
      const put = blobs.put(key, replacement, png).then(
        () => 'stored',
        (error: Error) => error.name,
      );
      await new Promise((resolve) => setTimeout(resolve, delay));
      await server.kill();
      expect(['stored', 'BlobsUnavailable']).toContain(await put);
      await server.restart();
      await untilReady(blobs);
      const content = await blobs.readAll(key);
      const isNew = content?.equals(replacement);
      expect(isNew || content?.equals(old)).toBe(true);
      if ((await put) === 'stored') expect(isNew).toBe(true);
    },
  );

  test('that is killed while it is read from ends the reading with an error', async () => {
    const key = newKey();
    await blobs.put(key, Buffer.alloc(30_000_000, 'x'), png);
    const content = await blobs.read(key);
    await server.kill();
    await expect(content && text(content)).rejects.toThrow();
  });
});

describeOn(await backing('s3', { largestFile: 1_000_000 }), 'Blobs on a MinIO that is full', (start) => {
  test('are unavailable for writing, and read on', async () => {
    const server = await start();
    const blobs = await openBlobs({ url: server.url, folder });
    await untilReady(blobs);
    const key = `${newFolder()}/receipt.png`;
    await blobs.put(key, Buffer.from('kept'), png);
    await expectUnavailable(() => blobs.put(key, Buffer.alloc(10_000_000, 1), png));
    expect(String(await blobs.readAll(key))).toBe('kept');
    await blobs.close();
    await server.close();
  });
});
