import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { BlobDamaged, blobCondition, readIntact } from '../intact.js';
import type { Blobs } from '../blobs.js';
import { newKey, png } from './fixtures.js';

const DAMAGE: readonly [string, (content: Buffer) => Buffer][] = [
  ['a flipped bit', (content) => Buffer.from(content.map((byte, at) => (at === 1_000_000 ? byte ^ 1 : byte)))],
  ['a flipped last bit', (content) => Buffer.from(content.map((byte, at) => (at === 1_999_999 ? byte ^ 1 : byte)))],
  ['a missing tail', (content) => content.subarray(0, 1_999_000)],
  ['an appended byte', (content) => Buffer.concat([content, Buffer.of(0)])],
  ['no content', () => Buffer.alloc(0)],
  ['other content', (content) => randomBytes(content.length)],
];

export function intact(blobs: () => Blobs): void {
  describe('a blob whose hash is known', () => {
    async function stored() {
      const content = randomBytes(2_000_000);
      const known = { key: newKey(), size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
      await blobs().put(known.key, content, png);
      return { known, content };
    }

    test('is read whole or in part', async () => {
      const { known, content } = await stored();
      const whole = await readIntact(blobs(), known);
      expect(whole && content.equals(await buffer(whole))).toBe(true);
      const part = await readIntact(blobs(), known, { start: 1_000, end: 9_999_999 });
      expect(part && content.subarray(1_000).equals(await buffer(part))).toBe(true);
      expect(await blobCondition(blobs(), known)).toBe('intact');
    });

    test('may be empty', async () => {
      const known = { key: newKey(), size: 0, sha256: createHash('sha256').digest('hex') };
      await blobs().put(known.key, Buffer.alloc(0), png);
      const content = await readIntact(blobs(), known);
      expect(content && (await buffer(content)).length).toBe(0);
    });

    test('is missing after it is deleted', async () => {
      const { known } = await stored();
      await blobs().delete(known.key);
      expect(await blobCondition(blobs(), known)).toBe('missing');
      expect(await readIntact(blobs(), known)).toBeNull();
    });

    test.each(DAMAGE)('yields no byte with %s, until the content is stored again', async (_what, damage) => {
      const { known, content } = await stored();
      await blobs().put(known.key, damage(content), png);
      expect(await blobCondition(blobs(), known)).toBe('damaged');
      for (const range of [undefined, { start: 0, end: 9 }]) {
        await expect(readIntact(blobs(), known, range)).rejects.toBeInstanceOf(BlobDamaged);
      }
      await blobs().put(known.key, content, png);
      const repaired = await readIntact(blobs(), known);
      expect(repaired && content.equals(await buffer(repaired))).toBe(true);
    });

    test.each(DAMAGE)('that gets %s between the check and the read ends with an error', async (_what, damage) => {
      const { known, content } = await stored();
      let reads = 0;
      const damagedLater: Blobs = Object.create(blobs(), {
        read: {
          value: async (key: string) => {
            reads += 1;
            if (reads === 2) await blobs().put(key, damage(content), png);
            return blobs().read(key);
          },
        },
      });
      const received = await readIntact(damagedLater, known);
      await expect(received && buffer(received)).rejects.toBeInstanceOf(BlobDamaged);
    });
  });
}
