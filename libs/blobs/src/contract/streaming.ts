import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { MAX_STREAM_BYTES, PART_BYTES, type Blobs } from '../blobs.js';
import { newFolder, newKey, pdf, png } from './fixtures.js';

async function* chunks(...contents: (string | Buffer)[]) {
  for (const content of contents) yield Buffer.from(content);
}

async function* failingAfter(bytes: number, error: Error) {
  for (let sent = 0; sent < bytes; sent += 1_000_000) yield Buffer.alloc(1_000_000, 'x');
  throw error;
}

export function streaming(blobs: () => Blobs): void {
  describe('a blob from a stream', () => {
    test('is read back unchanged, with its size, type and time', async () => {
      const key = newKey();
      expect(await blobs().putStream(key, chunks('one, ', '', 'two'), pdf)).toBe(8);
      const { storedAt, ...info } = (await blobs().stat(key)) ?? {};
      expect(info).toEqual({ key, size: 8, contentType: 'application/pdf' });
      expect(new Date(storedAt ?? '').toISOString()).toBe(storedAt);
      expect(String(await blobs().readAll(key))).toBe('one, two');
    });

    test.each([
      ['nothing', 0],
      ['exactly one part', PART_BYTES],
      ['two parts and a little', 2 * PART_BYTES + 11],
    ])('may contain %s', async (_what, size) => {
      const key = newKey();
      const content = randomBytes(size);
      await blobs().putStream(
        key,
        Readable.from(content.length > 0 ? [content.subarray(0, 7), content.subarray(7)] : []),
        png,
      );
      expect((await blobs().readAll(key))?.equals(content)).toBe(true);
      expect(await blobs().stat(key)).toMatchObject({ size });
    });

    test('replaces a blob completely', async () => {
      const key = newKey();
      await blobs().put(key, Buffer.from('a long first content'), png);
      await blobs().putStream(key, chunks('short'), pdf);
      expect(String(await blobs().readAll(key))).toBe('short');
      expect(await blobs().stat(key)).toMatchObject({ size: 5, contentType: 'application/pdf' });
    });

    test.each([0, 3_000_000, 2 * PART_BYTES])('that fails after %i bytes leaves nothing', async (bytes) => {
      const folder = newFolder();
      const error = new Error('The source ended early');
      await expect(blobs().putStream(`${folder}/a`, failingAfter(bytes, error), png)).rejects.toBe(error);
      expect(await blobs().list(`${folder}/`)).toEqual([]);
    });

    test('that fails keeps what the key had', async () => {
      const key = newKey();
      await blobs().put(key, Buffer.from('kept'), png);
      const error = new Error('The source ended early');
      await expect(blobs().putStream(key, failingAfter(2 * PART_BYTES, error), png)).rejects.toBe(error);
      expect(String(await blobs().readAll(key))).toBe('kept');
    });

    test('that is destroyed midway leaves nothing', async () => {
      const key = newKey();
      const source = new Readable({ read: () => undefined });
      source.push(Buffer.alloc(100_000));
      const put = blobs().putStream(key, source, png);
      source.destroy();
      await expect(put).rejects.toThrow();
      expect(await blobs().stat(key)).toBeNull();
    });

    test('may be as long as its limit, and leaves nothing if it is longer', async () => {
      const [fits, tooLong] = [newKey(), newKey()];
      const maxBytes = PART_BYTES + 1;
      const content = Buffer.alloc(maxBytes);
      await blobs().putStream(fits, chunks(content), { ...png, maxBytes });
      const source = Readable.from(chunks(content, 'x', 'never read'));
      await expect(blobs().putStream(tooLong, source, { ...png, maxBytes })).rejects.toBeInstanceOf(RangeError);
      expect(source.destroyed).toBe(true);
      expect(await blobs().stat(fits)).toMatchObject({ size: maxBytes });
      expect(await blobs().stat(tooLong)).toBeNull();
    });

    test('may be larger than any zip of receipts', () => {
      expect(MAX_STREAM_BYTES).toBeGreaterThan(1000 * 10_485_760);
    });

    test('is not read if its key or type is malformed', async () => {
      let isRead = false;
      const source = (async function* () {
        isRead = true;
        yield Buffer.from('a');
      })();
      await expect(blobs().putStream('../a', source, png)).rejects.toBeInstanceOf(RangeError);
      const noType = { contentType: 'image/png\r\nX-Evil: 1' };
      await expect(blobs().putStream(newKey(), source, noType)).rejects.toBeInstanceOf(RangeError);
      expect(isRead).toBe(false);
    });

    test('has the content of one of many writes at once', async () => {
      const key = newKey();
      const contents = Array.from({ length: 4 }, (_, n) => Buffer.alloc(PART_BYTES + 1000 * n, n));
      await Promise.all(contents.map((content) => blobs().putStream(key, chunks(content), png)));
      const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
      expect(contents.map(sha256)).toContain(sha256((await blobs().readAll(key)) ?? Buffer.alloc(0)));
    });
  });
}
