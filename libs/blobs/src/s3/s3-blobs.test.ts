import { backing, describeOn, type BackingServer } from '@outlay/testing/backing/index';
import { Client } from 'minio';
import { Readable } from 'node:stream';
import { PART_BYTES, type Blobs } from '../blobs.js';
import { blobsContract } from '../blobs.contract.js';
import { newKey, png } from '../contract/fixtures.js';
import { openBlobs } from '../open-blobs.js';
import { DEFAULT_TIMEOUTS, S3Blobs } from './s3-blobs.js';
import { parseS3Url } from './s3-url.js';
import { expectUnavailable, operations, untilReady } from './testing/fixtures.js';

const folder = 'not used';

function inBucket(bucket: string, { url }: BackingServer): string {
  const other = new URL(url);
  other.pathname = bucket;
  return other.href;
}

test('by default a call fails within 3 s and readiness is known within 1 s', () => {
  expect(DEFAULT_TIMEOUTS.idle).toBeLessThan(3000);
  expect(DEFAULT_TIMEOUTS.ready).toBeLessThanOrEqual(1000);
});

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

describeOn(await backing('s3', { own: true }), 'Blobs on a MinIO', (start) => {
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

  test('without their bucket do not exist, and the first blob stored creates it', async () => {
    const fresh = await openBlobs({ url: inBucket('not-yet-there', server), folder });
    const key = newKey();
    expect(await fresh.stat(key)).toBeNull();
    expect(await fresh.readAll(key)).toBeNull();
    expect(await fresh.list('')).toEqual([]);
    await fresh.delete(key);
    const content = Buffer.from('first');
    await Promise.all([
      fresh.put(`${key}1`, content, png),
      fresh.put(`${key}2`, content, png),
      fresh.putStream(`${key}3`, Readable.from([content]), png),
    ]);
    expect(await fresh.list('')).toHaveLength(3);
    await fresh.close();
  });

  test('have no parts of an upload whose source failed', async () => {
    const key = newKey();
    const failing = Readable.from(
      (async function* () {
        yield Buffer.alloc(2 * PART_BYTES);
        throw new Error('The source ended early');
      })(),
    );
    await expect(blobs.putStream(key, failing, png)).rejects.toThrow('The source ended early');
    const { bucket, ...location } = parseS3Url(server.url);
    const uploads = new Client(location).listIncompleteUploads(bucket, key, true);
    expect(await uploads.toArray()).toEqual([]);
  });

  test('have no entry for the readiness probe in listings', async () => {
    const fresh = await openBlobs({ url: inBucket('looked-at', server), folder });
    expect(await fresh.isReady()).toBe(true);
    expect(await fresh.list('')).toEqual([]);
    for (const prefix of ['../', '/', './', '~']) expect(await fresh.list(prefix)).toEqual([]);
    await fresh.close();
  });

  test('are rejected with a content type that no header can carry', async () => {
    const put = blobs.put(newKey(), Buffer.from('a'), { contentType: 'image/png\r\nX-Evil: 1' });
    await expect(put).rejects.toBeInstanceOf(RangeError);
  });

  test('are unavailable with a wrong secret, and not ready', async () => {
    const url = new URL(server.url);
    url.password = 'not-the-secret';
    const wrong = await openBlobs({ url: url.href, folder });
    await expectUnavailable(wrong.put(newKey(), Buffer.from('a'), png));
    expect(await wrong.isReady()).toBe(false);
    await wrong.close();
  });

  test('that does not reply are unavailable until it does', async () => {
    const hasty = S3Blobs.open(server.url, { idle: 200, ready: 200 });
    const key = newKey();
    await blobs.put(key, Buffer.from('kept'), png);
    await server.pause();
    // Each operation has a blob of its own, since a paused server may delete the blob once it goes on.
    await Promise.all(operations(hasty, newKey()).map((operation) => expectUnavailable(operation())));
    expect(await hasty.isReady()).toBe(false);
    await server.resume();
    await untilReady(hasty);
    expect(await blobs.stat(key)).not.toBeNull();
    await hasty.close();
  });
});
