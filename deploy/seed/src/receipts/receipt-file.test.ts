import sharp from 'sharp';
import { demoClaims } from '../demo-company.js';
import { isPrintable } from './dot-matrix.js';
import { slipLines } from './image-receipt.js';
import { includedTax, formatPrice, receiptTotal, type Receipt, type ReceiptStyle } from './receipt.js';
import { receiptFile } from './receipt-file.js';

const receipts = demoClaims('outlay', '2026-03-31').map(({ purchase }) => purchase.receipt);
const one = (style: ReceiptStyle): Receipt => {
  const receipt = receipts.find((candidate) => candidate.style === style);
  if (!receipt) throw new Error(`The sample has no receipt of the style ${style}`);
  return receipt;
};

test('an invoice is a PDF of one page that names its merchant', async () => {
  const receipt = one('invoice');
  const { name, contentType, bytes } = await receiptFile(receipt);
  expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-');
  expect(contentType).toBe('application/pdf');
  expect(name).toMatch(/^[\w-]+\.pdf$/);
  const file = Buffer.from(bytes).toString('latin1');
  expect(file).toContain('/Count 1');
  expect(file).toContain(`(${receipt.merchant}) Tj`);
  expect(file).toContain(`(Invoice ${receipt.number}) Tj`);
});

test.each([
  ['till', 'jpeg', 'ffd8ff'],
  ['app', 'png', '89504e47'],
] as const)('a receipt of the style %s is a small %s that is not blank', async (style, format, signature) => {
  const { bytes, contentType } = await receiptFile(one(style));
  expect(Buffer.from(bytes.subarray(0, signature.length / 2)).toString('hex')).toBe(signature);
  expect(contentType).toBe(`image/${format}`);
  const { format: found, width, height } = await sharp(bytes).metadata();
  expect([found, width > 300, height > 300]).toEqual([format, true, true]);
  expect(bytes.byteLength).toBeLessThan(80_000);
  const { channels } = await sharp(bytes).stats();
  expect(channels[0]?.stdev).toBeGreaterThan(10);
});

test('the same receipt gives the same bytes, another receipt gives others', async () => {
  for (const style of ['invoice', 'till', 'app'] as const) {
    const [first, again, other] = await Promise.all(
      [one(style), one(style), { ...one(style), number: '26-00001' }].map(receiptFile),
    );
    expect(Buffer.compare(first?.bytes ?? new Uint8Array(), again?.bytes ?? new Uint8Array())).toBe(0);
    expect(Buffer.compare(first?.bytes ?? new Uint8Array(), other?.bytes ?? new Uint8Array())).not.toBe(0);
  }
});

test('every letter of the sample receipts can be printed', async () => {
  const lines = receipts.filter(({ style }) => style !== 'invoice').flatMap(slipLines);
  expect(lines.filter((line) => !isPrintable(line))).toEqual([]);
  const sizes = await Promise.all(
    receipts
      .filter(({ style }) => style === 'invoice')
      .map(async (receipt) => (await receiptFile(receipt)).bytes.length),
  );
  expect(Math.min(...sizes)).toBeGreaterThan(500);
});

test('the total is the sum of the lines, and the tax is contained in it', () => {
  const receipt: Receipt = {
    ...one('till'),
    currency: 'EUR',
    lines: [
      { label: 'Lunch', price: '1100.00' },
      { label: 'Water', price: '90.00' },
    ],
    tax: { name: 'USt', percent: '19' },
  };
  expect([receiptTotal(receipt), includedTax(receipt)]).toEqual(['1190.00', '190.00']);
  expect(includedTax({ ...receipt, tax: null })).toBe('0.00');
  expect(formatPrice('1234567.50')).toBe('1,234,567.50');
  expect(slipLines(receipt)).toContainEqual(expect.stringMatching(/^TOTAL EUR +1,190\.00$/));
});
