import type { Blobs } from './blobs.js';
import { intact } from './contract/intact.js';
import { reading } from './contract/reading.js';
import { storing } from './contract/storing.js';
import { streaming } from './contract/streaming.js';

export interface BlobsUnderTest {
  readonly blobs: Blobs;
  close(): Promise<void>;
}

/** The store may hold other blobs, and other processes may write to it meanwhile. */
export function blobsContract(name: string, setUp: () => Promise<BlobsUnderTest>): void {
  describe(`${name} as a blob store`, () => {
    let underTest: BlobsUnderTest;
    beforeAll(async () => {
      underTest = await setUp();
    });
    afterAll(() => underTest.close());
    const blobs = () => underTest.blobs;

    storing(blobs);
    reading(blobs);
    streaming(blobs);
    intact(blobs);

    test('a working store is ready', async () => {
      expect(await blobs().isReady()).toBe(true);
    });
  });
}
