import { BlobDamaged, BlobsUnavailable, openBlobs, type Blobs } from '@outlay/blobs';
import { receiptBlobKey } from '@outlay/contracts';
import { tempFolder } from '@outlay/testing';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { receiptOf } from '../testing/paid-expense.js';
import { storeReceipts } from '../testing/stored-receipts.js';
import { atSystemTime } from '../testing/system-time.js';
import { readZip } from '@outlay/testing';
import { ReceiptsZip, type ZippedReceipt } from './receipts-zip.js';

const at = new Date('2026-05-07T09:30:00.000Z');
const noCheckpoint = { missing: 'There is no log.' };

function incompressible(size: number, seed: string): Buffer {
  return createHash('shake256', { outputLength: size }).update(seed).digest();
}

function zipped(n: number, bytes: Buffer): ZippedReceipt {
  return { name: `EXP-${n}_receipt.pdf`, expenseId: `EXP-${n}`, receipt: receiptOf(bytes) };
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

  const zipOf = (receipts: readonly ZippedReceipt[], from = blobs) =>
    buffer(new ReceiptsZip(receipts, from, at, noCheckpoint).content());

  async function store(count: number, size: number) {
    const files = Array.from({ length: count }, (_, n) => incompressible(size + n, `${count}-${n}`));
    await storeReceipts(blobs, ...files);
    return { files, receipts: files.map((bytes, n) => zipped(n, bytes)) };
  }

  it('contains the stored receipts under their names, uncompressed', async () => {
    const { files, receipts } = await store(12, 60_000);
    const entries = await readZip(await zipOf(receipts));
    expect(entries.map(({ name }) => name)).toEqual(receipts.map(({ name }) => name));
    expect(entries.every(({ bytes, stored }, n) => stored && files[n]?.equals(bytes))).toBe(true);
  });

  it('has the same bytes whenever it is made, with entries dated by the payment', async () => {
    const { receipts } = await store(3, 1000);
    const zip = () => zipOf(receipts);
    const first = await atSystemTime('2026-06-01T10:00:00Z', zip);
    expect((await atSystemTime('2026-06-02T11:11:11Z', zip)).equals(first)).toBe(true);
    expect((await readZip(first))[0]?.date).toEqual(at);
  });

  it('contains a README if the payment has no receipts', async () => {
    const [entry, ...others] = await readZip(await zipOf([]));
    expect(entry).toMatchObject({ name: 'README.txt' });
    expect(entry?.bytes.toString()).toContain('no receipts');
    expect(others).toEqual([]);
  });

  it('has what there is, and a list of what is damaged or missing', async () => {
    const { files, receipts } = await store(3, 2000);
    const [swapped, lost] = [zipped(7, incompressible(100, 'attached')), zipped(8, incompressible(100, 'lost'))];
    const otherBytes = incompressible(100, 'swapped');
    await blobs.put(receiptBlobKey(swapped.receipt.sha256), otherBytes, { contentType: 'application/pdf' });
    const zip = new ReceiptsZip([swapped, ...receipts, lost], blobs, at, noCheckpoint);
    const entries = await readZip(await buffer(zip.content()));
    const names = receipts.map(({ name }) => name);
    expect(entries.map(({ name }) => name)).toEqual([...names, 'MISSING_RECEIPTS.txt']);
    expect(entries.slice(0, 3).every(({ bytes }, n) => files[n]?.equals(bytes))).toBe(true);
    const list = String(entries[3]?.bytes);
    expect(list).toContain('2 of the 5 receipts');
    expect(list).toContain('EXP-7, receipt.pdf: the file in the store is not the one that was attached');
    expect(list).toContain('EXP-8, receipt.pdf: the file is no longer in the store');
    expect(zip.missing).toHaveLength(2);
  });

  it('ends with the checkpoint of the payment', async () => {
    const { receipts } = await store(1, 1000);
    const entries = await readZip(await buffer(new ReceiptsZip(receipts, blobs, at, { note: 'a\n1\nb\n' }).content()));
    expect(entries.map(({ name }) => name)).toEqual(['EXP-0_receipt.pdf', 'checkpoint.note']);
    expect(String(entries[1]?.bytes)).toBe('a\n1\nb\n');
  });

  describe('from a store that goes down midway', () => {
    function failingAfter(reads: number): Blobs {
      let read = 0;
      return Object.create(blobs, {
        read: {
          value: (key: string) => {
            if ((read += 1) > reads) return Promise.reject(new BlobsUnavailable('down'));
            return blobs.read(key);
          },
        },
      }) as Blobs;
    }

    it.each([0, 1, 2, 3])('fails after %i reads instead of listing the others as missing', async (reads) => {
      const { receipts } = await store(3, 100_000);
      await expect(zipOf(receipts, failingAfter(reads))).rejects.toBeInstanceOf(BlobsUnavailable);
    });
  });

  it('fails if a receipt is damaged while it is read', async () => {
    const { receipts } = await store(3, 300_000);
    let reads = 0;
    const damagedLater = Object.create(blobs, {
      read: { value: (key: string) => ((reads += 1) === 4 ? Readable.from([Buffer.alloc(300_001)]) : blobs.read(key)) },
    }) as Blobs;
    await expect(zipOf(receipts, damagedLater)).rejects.toBeInstanceOf(BlobDamaged);
  });

  it('ends when its reader stops, without reading the other receipts', async () => {
    const { receipts } = await store(20, 200_000);
    let reads = 0;
    const counted = Object.create(blobs, {
      read: { value: (key: string) => ((reads += 1), blobs.read(key)) },
    }) as Blobs;
    for await (const _ of new ReceiptsZip(receipts, counted, at, noCheckpoint).content()) break;
    expect(reads).toBeLessThan(20);
  });
});
