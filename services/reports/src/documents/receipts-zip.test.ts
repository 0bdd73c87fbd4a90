import { openBlobs, type Blobs } from '@outlay/blobs';
import { receiptBlobKey } from '@outlay/contracts';
import { tempFolder } from '@outlay/testing';
import { createHash } from 'node:crypto';
import { receiptOf } from '../testing/paid-expense.js';
import { storeReceipts } from '../testing/stored-receipts.js';
import { atSystemTime } from '../testing/system-time.js';
import { readZip } from '@outlay/testing';
import { zipReceipts } from './receipts-zip.js';

const at = new Date('2026-05-07T09:30:00.000Z');

function incompressible(size: number, seed: string): Buffer {
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

  async function store(count: number, size: number) {
    const files = Array.from({ length: count }, (_, n) => incompressible(size + n, `${count}-${n}`));
    await storeReceipts(blobs, ...files);
    return { files, receipts: files.map((bytes, n) => ({ name: `EXP-${n}_receipt.pdf`, receipt: receiptOf(bytes) })) };
  }

  it('contains the stored receipts under their names, uncompressed', async () => {
    const { files, receipts } = await store(12, 60_000);
    const entries = await readZip(await zipReceipts(receipts, blobs, at));
    expect(entries.map(({ name }) => name)).toEqual(receipts.map(({ name }) => name));
    expect(entries.every(({ bytes, stored }, n) => stored && files[n]?.equals(bytes))).toBe(true);
  });

  it('has the same bytes whenever it is made, with entries dated by the payment', async () => {
    const { receipts } = await store(3, 1000);
    const zip = () => zipReceipts(receipts, blobs, at);
    const first = await atSystemTime('2026-06-01T10:00:00Z', zip);
    expect((await atSystemTime('2026-06-02T11:11:11Z', zip)).equals(first)).toBe(true);
    expect((await readZip(first))[0]?.date).toEqual(at);
  });

  it('contains a README if the payment has no receipts', async () => {
    const [entry, ...others] = await readZip(await zipReceipts([], blobs, at));
    expect(entry).toMatchObject({ name: 'README.txt' });
    expect(entry?.bytes.toString()).toContain('no receipts');
    expect(others).toEqual([]);
  });

  it('rejects a receipt whose bytes have changed since it was attached', async () => {
    const { receipts } = await store(3, 2000);
    const receipt = receiptOf(incompressible(100, 'attached'));
    await blobs.put(receiptBlobKey(receipt.sha256), incompressible(100, 'swapped'), { contentType: 'application/pdf' });
    await expect(zipReceipts([...receipts, { name: 'x.pdf', receipt }], blobs, at)).rejects.toThrow(
      `Receipt ${receipt.fileName} differs from what was attached`,
    );
  });

  it('rejects a missing receipt', async () => {
    const receipt = receiptOf(incompressible(100, 'never stored'));
    await expect(zipReceipts([{ name: 'x.pdf', receipt }], blobs, at)).rejects.toThrow(
      `Receipt ${receipt.fileName} is missing from the store`,
    );
  });
});
