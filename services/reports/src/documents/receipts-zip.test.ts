import { openBlobs, type Blobs } from '@outlay/blobs';
import { receiptBlobKey } from '@outlay/contracts';
import { tempFolder } from '@outlay/testing';
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { keepReceipts } from '../testing/kept-blobs.js';
import { receiptOf } from '../testing/paid-expense.js';
import { readZip } from '@outlay/testing';
import { zipReceipts } from './receipts-zip.js';

const at = new Date('2026-05-07T09:30:00.000Z');

/** Bytes that do not compress, as those of images do not. */
function noise(size: number, seed: string): Buffer {
  return createHash('shake256', { outputLength: size }).update(seed).digest();
}

describe('the zip of receipts', () => {
  let blobs: Blobs;
  let folder: Awaited<ReturnType<typeof tempFolder>>;

  beforeAll(async () => {
    folder = await tempFolder('reports-zip');
    blobs = await openBlobs({ folder: folder.path });
  });
  afterAll(async () => {
    await blobs.close();
    await folder.remove();
  });

  async function keep(count: number, size: number) {
    const files = Array.from({ length: count }, (_, n) => noise(size + n, `${count}-${n}`));
    await keepReceipts(blobs, ...files);
    return { files, receipts: files.map((bytes, n) => ({ name: `EXP-${n}_receipt.pdf`, receipt: receiptOf(bytes) })) };
  }

  it('holds the bytes that are stored, under their names, as they are', async () => {
    const { files, receipts } = await keep(12, 60_000);
    const entries = await readZip(await zipReceipts(receipts, blobs, at));
    expect(entries.map(({ name }) => name)).toEqual(receipts.map(({ name }) => name));
    expect(entries.every(({ bytes, stored }, n) => stored && files[n]?.equals(bytes))).toBe(true);
  });

  it('is the same bytes when it is made again seconds later, dated by the payment', async () => {
    const { receipts } = await keep(3, 1000);
    const first = await zipReceipts(receipts, blobs, at);
    await setTimeout(2100); // A zip's dates move every two seconds.
    expect((await zipReceipts(receipts, blobs, at)).equals(first)).toBe(true);
    expect((await readZip(first))[0]?.date).toEqual(at);
  });

  it('is a valid archive that says so where a payment has no receipt', async () => {
    const [entry, ...others] = await readZip(await zipReceipts([], blobs, at));
    expect(entry).toMatchObject({ name: 'README.txt' });
    expect(entry?.bytes.toString()).toContain('no receipts');
    expect(others).toEqual([]);
  });

  it('is not made of a receipt whose bytes are not those that were attached', async () => {
    const { receipts } = await keep(3, 2000);
    const receipt = receiptOf(noise(100, 'attached'));
    await blobs.put(receiptBlobKey(receipt.sha256), noise(100, 'swapped'), { contentType: 'application/pdf' });
    await expect(zipReceipts([...receipts, { name: 'x.pdf', receipt }], blobs, at)).rejects.toThrow(
      `Receipt ${receipt.fileName} is not what was attached`,
    );
  });

  it('is not made where a receipt is missing', async () => {
    const receipt = receiptOf(noise(100, 'never stored'));
    await expect(zipReceipts([{ name: 'x.pdf', receipt }], blobs, at)).rejects.toThrow(
      `Receipt ${receipt.fileName} is missing from the store`,
    );
  });
});
