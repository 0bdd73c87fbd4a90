import { randomBytes } from 'node:crypto';
import type { Blobs } from '../blobs.js';
import { newFolder, newKey, pdf, png } from './fixtures.js';

const MALFORMED_KEYS = [
  '',
  '/',
  '/a',
  'a/',
  'a//b',
  '.',
  '..',
  '../a',
  'a/../b',
  'a/./b',
  'a\\b',
  'a b',
  'a%2fb',
  'ä',
  'a~b',
  'a\u0000',
];

export function storing(blobs: () => Blobs): void {
  describe('a blob', () => {
    test('is read back unchanged, with its size, type and time', async () => {
      const key = newKey();
      const content = Buffer.from(Array.from({ length: 512 }, (_, n) => n % 256));
      await blobs().put(key, content, png);
      const { storedAt, ...info } = (await blobs().stat(key)) ?? {};
      expect(info).toEqual({ key, size: 512, contentType: 'image/png' });
      expect(new Date(storedAt ?? '').toISOString()).toBe(storedAt);
      expect(await blobs().readAll(key)).toEqual(content);
    });

    test.each([
      ['nothing', 0],
      ['ten megabytes', 10_485_760],
    ])('may contain %s', async (_what, size) => {
      const key = newKey();
      const content = randomBytes(size);
      await blobs().put(key, content, { contentType: 'application/octet-stream' });
      expect((await blobs().readAll(key))?.equals(content)).toBe(true);
      expect(await blobs().stat(key)).toMatchObject({ size });
    });

    test('is replaced completely', async () => {
      const key = newKey();
      await blobs().put(key, Buffer.from('a long first content'), png);
      await blobs().put(key, Buffer.from('short'), pdf);
      expect(String(await blobs().readAll(key))).toBe('short');
      expect(await blobs().stat(key)).toMatchObject({ size: 5, contentType: 'application/pdf' });
    });

    test('written many times at once has the content and type of one of the writes', async () => {
      const key = newKey();
      const put = (n: number) => blobs().put(key, Buffer.alloc(100_000 + n, n), { contentType: `application/x-${n}` });
      await Promise.all(Array.from({ length: 12 }, (_, n) => put(n)));
      const content = (await blobs().readAll(key)) ?? Buffer.alloc(0);
      const [winner = -1] = content;
      expect(content.equals(Buffer.alloc(100_000 + winner, winner))).toBe(true);
      expect(await blobs().stat(key)).toMatchObject({ contentType: `application/x-${winner}` });
    });

    test('does not exist after it is deleted, and other blobs do', async () => {
      const folder = newFolder();
      await blobs().put(`${folder}/a`, Buffer.from('a'), png);
      await blobs().put(`${folder}/b`, Buffer.from('b'), png);
      await blobs().delete(`${folder}/a`);
      await blobs().delete(`${folder}/a`);
      expect(await blobs().stat(`${folder}/a`)).toBeNull();
      expect(String(await blobs().readAll(`${folder}/b`))).toBe('b');
      await blobs().put(`${folder}/a`, Buffer.from('again'), png);
      expect(String(await blobs().readAll(`${folder}/a`))).toBe('again');
    });

    test.each(['A-b_c.1/2/x.tar.gz', '.hidden', 'a..b', 'deep/'.repeat(20) + 'file', 'x'.repeat(150)])(
      'may have the key %s',
      async (name) => {
        const key = `${newFolder()}/${name}`;
        await blobs().put(key, Buffer.from(name), png);
        expect(String(await blobs().readAll(key))).toBe(name);
      },
    );
  });

  describe('a key without a blob', () => {
    async function expectNothingAt(key: string) {
      expect(await blobs().stat(key)).toBeNull();
      expect(await blobs().read(key)).toBeNull();
      expect(await blobs().read(key, { start: 0, end: 1 })).toBeNull();
      expect(await blobs().readAll(key)).toBeNull();
      await blobs().delete(key);
    }

    test('has no content', () => expectNothingAt(newKey()));

    test('has no content if it is the folder of a key, or below a key', async () => {
      const key = newKey();
      await blobs().put(key, Buffer.from('content'), png);
      await expectNothingAt(key.slice(0, key.indexOf('/')));
      await expectNothingAt(`${key}/below`);
      expect(String(await blobs().readAll(key))).toBe('content');
    });

    test.each([...MALFORMED_KEYS, 'x'.repeat(301)])('cannot be stored if it is malformed: %j', async (key) => {
      await expect(blobs().put(key, Buffer.from('content'), png)).rejects.toBeInstanceOf(RangeError);
      await expectNothingAt(key);
    });
  });
}
