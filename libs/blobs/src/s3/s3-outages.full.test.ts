import { backing, describeOn, type BackingServer } from '@outlay/testing/backing/index';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { Blobs } from '../blobs.js';
import { newFolder, newKey, png } from '../contract/fixtures.js';
import { openBlobs } from '../open-blobs.js';
import { expectUnavailable, operations, untilReady } from './testing/fixtures.js';

const folder = 'not used';

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

  test('that is killed are unavailable, and available again after its restart', async () => {
    const key = newKey();
    await blobs.put(key, Buffer.from('kept'), png);
    await server.kill();
    for (const operation of operations(blobs, key)) await expectUnavailable(operation());
    expect(await blobs.isReady()).toBe(false);
    await server.restart();
    await untilReady(blobs);
    expect(String(await blobs.readAll(key))).toBe('kept');
  });

  test('that is killed during a read end the read with an error', async () => {
    const key = newKey();
    await blobs.put(key, Buffer.alloc(30_000_000, 'x'), png);
    const content = await blobs.read(key);
    await server.kill();
    await expect(content && text(content)).rejects.toThrow();
    await server.restart();
    await untilReady(blobs);
  });

  test.each([40, 160])('that is killed %i ms into a put have the old content or the new one', async (delay) => {
    const key = newKey();
    const [old, replacement] = [Buffer.alloc(100_000, 'o'), Buffer.alloc(30_000_000, 'n')];
    await blobs.put(key, old, png);
    const put = blobs.put(key, replacement, png).then(
      () => 'stored',
      (error: Error) => error.name,
    );
    await setTimeout(delay);
    await server.kill();
    expect(['stored', 'BlobsUnavailable']).toContain(await put);
    await server.restart();
    await untilReady(blobs);
    const content = await blobs.readAll(key);
    const isNew = content?.equals(replacement);
    expect(isNew || content?.equals(old)).toBe(true);
    if ((await put) === 'stored') expect(isNew).toBe(true);
  });
});

describeOn(await backing('s3', { largestFile: 1_000_000 }), 'Blobs on a full MinIO', (start) => {
  test('cannot be written, but can be read', async () => {
    const server = await start();
    const blobs = await openBlobs({ url: server.url, folder });
    await untilReady(blobs);
    const key = `${newFolder()}/receipt.png`;
    await blobs.put(key, Buffer.from('kept'), png);
    await expectUnavailable(blobs.put(key, Buffer.alloc(10_000_000, 1), png));
    expect(String(await blobs.readAll(key))).toBe('kept');
    await blobs.close();
    await server.close();
  });
});
