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
const payment = { paidTo: '𠮷田\u202E 太郎', email: 'taro@example.org', amount: '30.00', currency: 'EUR', expenses: 3 };
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
    buffer(new ReceiptsZip(receipts, from, at, noCheckpoint, payment).content());

  async function store(count: number, size: number) {
    const files = Array.from({ length: count }, (_, n) => incompressible(size + n, `${count}-${n}`));
    await storeReceipts(blobs, ...files);
    return { files, receipts: files.map((bytes, n) => zipped(n, bytes)) };
  }

  it('contains the stored receipts under their names, uncompressed', async () => {
    const { files, receipts } = await store(12, 60_000);
    const entries = await readZip(await zipOf(receipts));
    expect(entries.map(({ name }) => name)).toEqual([...receipts.map(({ name }) => name), 'README.txt']);
    expect(files.every((file, n) => entries[n]?.stored && entries[n].bytes.equals(file))).toBe(true);
  });

  it('has the same bytes whenever it is made, with entries dated by the payment', async () => {
    const { receipts } = await store(3, 1000);
    const zip = () => zipOf(receipts);
    const first = await atSystemTime('2026-06-01T10:00:00Z', zip);
    expect((await atSystemTime('2026-06-02T11:11:11Z', zip)).equals(first)).toBe(true);
    expect((await readZip(first))[0]?.date).toEqual(at);
  });

  it('says who was paid what, and if there are no receipts', async () => {
    const readme = async (receipts: readonly ZippedReceipt[]) =>
      String((await readZip(await zipOf(receipts))).at(-1)?.bytes);
    const paid = 'Paid to: 𠮷田 太郎 (taro@example.org)\r\nPaid on: 2026-05-07\r\nAmount: 30.00 EUR\r\nExpenses: 3\r\n';
    expect(await readme((await store(1, 100)).receipts)).toBe(paid);
    expect(await readme([])).toBe(
      `${paid}\r\nThis payment has no receipts: every expense in it was declared on honor.\r\n`,
    );
  });

  it('has what there is, and a list of what is damaged or missing', async () => {
    const { files, receipts } = await store(3, 2000);
    const [swapped, lost] = [zipped(7, incompressible(100, 'attached')), zipped(8, incompressible(100, 'lost'))];
    const otherBytes = incompressible(100, 'swapped');
    await blobs.put(receiptBlobKey(swapped.receipt.sha256), otherBytes, { contentType: 'application/pdf' });
    const zip = new ReceiptsZip([swapped, ...receipts, lost], blobs, at, noCheckpoint, payment);
    const entries = await readZip(await buffer(zip.content()));
    const names = receipts.map(({ name }) => name);
    expect(entries.map(({ name }) => name)).toEqual([...names, 'MISSING_RECEIPTS.txt', 'README.txt']);
    expect(entries.slice(0, 3).every(({ bytes }, n) => files[n]?.equals(bytes))).toBe(true);
    const list = String(entries[3]?.bytes);
    expect(list).toContain('2 of the 5 receipts');
    expect(list).toContain('EXP-7, receipt.pdf: the file in the store is not the one that was attached');
    expect(list).toContain('EXP-8, receipt.pdf: the file is no longer in the store');
    expect(zip.missing).toHaveLength(2);
  });

  it('ends with the checkpoint of the payment', async () => {
    const { receipts } = await store(1, 1000);
    const entries = await readZip(
      await buffer(new ReceiptsZip(receipts, blobs, at, { note: 'a\n1\nb\n' }, payment).content()),
    );
    expect(entries.map(({ name }) => name)).toEqual(['EXP-0_receipt.pdf', 'README.txt', 'checkpoint.note']);
    expect(String(entries[2]?.bytes)).toBe('a\n1\nb\n');
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
    for await (const _ of new ReceiptsZip(receipts, counted, at, noCheckpoint, payment).content()) break;
    expect(reads).toBeLessThan(20);
  });
});
