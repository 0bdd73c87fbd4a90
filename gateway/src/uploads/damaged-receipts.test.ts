import { receiptBlobKey, type ExpenseJson } from '@outlay/contracts';
import { RECEIPT_TYPES, receiptFileMessages, receiptMessages, type ReceiptType } from '@outlay/rules';
import { minimalPdf } from '@outlay/testing';
import fc from 'fast-check';
import sharp from 'sharp';
import { heic } from '../testing/sample-files.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const FLIPS = 24;
const SEED = 10;
/** True of any file that cannot be shown; sizes in a damaged header are checked, too. */
const REASONS = new Set<string>([...Object.values(receiptFileMessages), receiptMessages.type]);
const isReason = (message: string) => REASONS.has(message) || /^This image is too large to open safely/.test(message);

/** Neither blank nor small, so that cutting off an eighth takes pixels away. */
function photo() {
  const [width, height] = [96, 64];
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, i) => (i * i * 7 + (i >> 4) * 31) % 256));
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

function heif(): Buffer {
  const file = Buffer.from(heic);
  // The file has a general brand, and names HEIC among the compatible ones.
  file.write('mif1', 8, 'latin1');
  file.write('mif1mif1mif1', 16, 'latin1');
  return file;
}

const WHOLE: Readonly<Record<ReceiptType, () => Promise<Buffer> | Buffer>> = {
  'application/pdf': () => minimalPdf('A receipt', 4000),
  'image/jpeg': () => photo().jpeg().toBuffer(),
  'image/png': () => photo().png().toBuffer(),
  'image/webp': () => photo().webp().toBuffer(),
  'image/gif': () => photo().gif().toBuffer(),
  'image/heic': () => heic,
  'image/heif': heif,
  'image/avif': () => photo().avif().toBuffer(),
};

describe.each(RECEIPT_TYPES)('a receipt of type %s', (type) => {
  let gateway: TestGateway;
  let whole: Buffer;
  beforeAll(async () => {
    gateway = await startTestGateway();
    whole = await WHOLE[type]();
  });
  afterAll(() => gateway.close());

  async function send(bytes: Buffer) {
    const body = new FormData();
    body.append('status', 'draft');
    body.append('receipt', new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' }), 'scan');
    const response = await gateway.call('/api/expenses', { method: 'POST', as: 'member', body });
    const { expense, message } = (await response.json()) as { expense?: ExpenseJson; message: string };
    return { status: response.status, expense, message };
  }

  /** Decodes all of an image as leniently as a browser does. */
  async function isViewable({ receipt_sha256, receipt_content_type }: ExpenseJson): Promise<boolean> {
    const stored = await gateway.blobs.readAll(receiptBlobKey(receipt_sha256 ?? ''));
    if (receipt_content_type === 'application/pdf') return stored?.subarray(0, 5).toString() === '%PDF-';
    const { info } = await sharp(stored ?? undefined, { failOn: 'none' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return info.width > 0 && info.height > 0;
  }

  it('is stored, whatever it is called', async () => {
    const { status, expense } = await send(whole);
    expect(status).toBe(201);
    expect(expense && (await isViewable(expense))).toBe(true);
  });

  it('that is cut off after any eighth is refused with the reason, and not stored', async () => {
    const before = await gateway.blobs.list('receipts/');
    for (let eighths = 0; eighths < 8; eighths += 1) {
      const { status, message } = await send(whole.subarray(0, (whole.length * eighths) / 8));
      expect([eighths, status, message, isReason(message)]).toEqual([eighths, 400, message, true]);
    }
    expect(await gateway.blobs.list('receipts/')).toEqual(before);
  });

  it('of which one bit is wrong is either stored and viewable, or refused with the reason', async () => {
    const bits = fc.sample(fc.nat(whole.length * 8 - 1), { numRuns: FLIPS, seed: SEED });
    for (const bit of bits) {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      const { status, expense, message } = await send(bytes);
      const isRight = expense ? status === 201 && (await isViewable(expense)) : status === 400 && isReason(message);
      expect([bit, status, message, isRight]).toEqual([bit, status, message, true]);
    }
  });
});
