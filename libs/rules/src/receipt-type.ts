import type { ReceiptType } from './receipts.js';

/** How many of a file's first bytes `receiptTypeOf` looks at. */
export const RECEIPT_HEAD_BYTES = 256;

/** The brands of an ISO media file that say how its image is encoded; the first that it names decides. */
const BRANDS: readonly (readonly [type: ReceiptType, brands: RegExp])[] = [
  ['image/avif', /avi[fs]/],
  ['image/heic', /he(i[cxms]|v[cxms])/],
  ['image/heif', /m(if|sf)1/],
];
const SIGNATURES: readonly (readonly [type: ReceiptType, start: RegExp])[] = [
  // Some programs write a byte order mark or a line break first, which no viewer minds.
  ['application/pdf', /^(\xef\xbb\xbf)?\s{0,16}%PDF-/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/gif', /^GIF8[79]a/],
];

/**
 * The type of a receipt by its first bytes, whatever its name and what a browser calls it; null for a file of another
 * kind. Says nothing about the rest of the file.
 */
export function receiptTypeOf(head: Uint8Array): ReceiptType | null {
  const text = String.fromCharCode(...head.subarray(0, RECEIPT_HEAD_BYTES));
  const known = SIGNATURES.find(([, start]) => start.test(text));
  return known ? known[0] : isoMediaType(text);
}

function isoMediaType(text: string): ReceiptType | null {
  if (text.slice(4, 8) !== 'ftyp') return null;
  const size = text.charCodeAt(2) * 256 + text.charCodeAt(3);
  // The major brand, its version, and compatible brands, of four characters each.
  const [major = '', , ...compatible] = text.slice(8, size).match(/[^]{4}/g) ?? [];
  const brands = [major, ...compatible];
  return BRANDS.find(([, own]) => brands.some((brand) => own.test(brand)))?.[0] ?? null;
}
