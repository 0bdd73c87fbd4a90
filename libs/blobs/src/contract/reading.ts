import { text } from 'node:stream/consumers';
import type { Blobs } from '../blobs.js';
import { newFolder, newKey, png } from './fixtures.js';

export function reading(blobs: () => Blobs): void {
  describe('a range', () => {
    test.each([
      [0, 0, '0'],
      [0, 9, '0123456789'],
      [3, 5, '345'],
      [9, 9, '9'],
      [7, 100, '789'],
    ])('from %i to %i includes both ends', async (start, end, expected) => {
      const key = newKey();
      await blobs().put(key, Buffer.from('0123456789'), png);
      const content = await blobs().read(key, { start, end });
      expect(content && (await text(content))).toBe(expected);
    });

    test.each([
      [10, 12],
      [5, 4],
    ])('from %i to %i of ten bytes is rejected', async (start, end) => {
      const key = newKey();
      await blobs().put(key, Buffer.from('0123456789'), png);
      await expect(blobs().read(key, { start, end })).rejects.toBeInstanceOf(RangeError);
    });

    test('of a large blob streams only the range', async () => {
      const key = newKey();
      const content = Buffer.alloc(3_000_000, 'abcdefghij');
      await blobs().put(key, content, png);
      const part = await blobs().read(key, { start: 1_000_003, end: 2_500_006 });
      expect(part && (await text(part)) === content.subarray(1_000_003, 2_500_007).toString()).toBe(true);
      const whole = await blobs().read(key);
      expect(whole && (await text(whole)).length).toBe(3_000_000);
    });
  });

  describe('a listing', () => {
    /** Sorted by their characters: `-` comes before `/`, and `/` before digits. */
    const NAMES = ['a', 'b-c', 'b/a', 'b/c/d', 'b/c0', 'b0', 'c/x.png'];

    async function storeNames(): Promise<string> {
      const folder = newFolder();
      for (const name of [...NAMES].reverse()) await blobs().put(`${folder}/${name}`, Buffer.from(name), png);
      return folder;
    }

    test('returns the blobs of a prefix in order, with size and time', async () => {
      const folder = await storeNames();
      const listed = await blobs().list(`${folder}/`);
      expect(listed.map(({ key }) => key)).toEqual(NAMES.map((name) => `${folder}/${name}`));
      expect(listed.map(({ size }) => size)).toEqual(NAMES.map((name) => name.length));
      for (const { storedAt } of listed) expect(new Date(storedAt).toISOString()).toBe(storedAt);
    });

    test.each([
      ['b', ['b-c', 'b/a', 'b/c/d', 'b/c0', 'b0']],
      ['b/', ['b/a', 'b/c/d', 'b/c0']],
      ['b/c', ['b/c/d', 'b/c0']],
      ['c/x', ['c/x.png']],
      ['a', ['a']],
      ['a/', []],
      ['d', []],
    ])('of the prefix %s has the keys with that prefix', async (prefix, names) => {
      const folder = await storeNames();
      const listed = await blobs().list(`${folder}/${prefix}`);
      expect(listed.map(({ key }) => key)).toEqual(names.map((name) => `${folder}/${name}`));
    });

    test.each([1, 2, 3, 7])('in pages of %i returns each key once', async (limit) => {
      const folder = await storeNames();
      const keys: string[] = [];
      for (;;) {
        const page = await blobs().list(`${folder}/`, { after: keys.at(-1), limit });
        expect(page.length).toBeLessThanOrEqual(limit);
        if (page.length === 0) break;
        keys.push(...page.map(({ key }) => key));
      }
      expect(keys).toEqual(NAMES.map((name) => `${folder}/${name}`));
    });

    test('continues after a key that has been deleted', async () => {
      const folder = await storeNames();
      await blobs().delete(`${folder}/b/c/d`);
      const listed = await blobs().list(`${folder}/`, { after: `${folder}/b/c/d` });
      expect(listed.map(({ key }) => key)).toEqual([`${folder}/b/c0`, `${folder}/b0`, `${folder}/c/x.png`]);
    });
  });
}
