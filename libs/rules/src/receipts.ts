import { isPrivileged, type Role } from './roles.js';

export const RECEIPT_MAX_BYTES = 10_485_760;
/** The most files that a form joins into one receipt. */
export const JOINED_MAX = 20;
/** The creator that a PDF names if a form has joined it: the files attached to it are its originals. */
export const JOINED_CREATOR = 'Outlay';
/** The accepted content types. SVG is excluded, because it can contain scripts. */
export const RECEIPT_TYPES = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/avif',
] as const;
export type ReceiptType = (typeof RECEIPT_TYPES)[number];

export const RECEIPT_EXTENSIONS = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/heic': 'heic',
  'image/heif': 'heif',
  'image/avif': 'avif',
} as const satisfies Record<ReceiptType, string>;

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

export const receiptMessages = {
  required: 'Receipt is required for submission. Use "Save as Draft" to save without receipt.',
  requiredPrivileged:
    "Receipt is required for submission. You can either upload a receipt or declare on your honor that you don't have one.",
  requiredForAll: 'Receipt upload is required for all expense submissions',
  type: 'Only images and PDF files are allowed as receipts. Please send a JPEG, PNG, WebP, GIF, HEIC or AVIF image, or a PDF.',
} as const;

export const receiptFileMessages = {
  unreadablePdf: 'This PDF cannot be opened: it is damaged or incomplete. Please send it again, or a photo of it.',
  lockedPdf: 'This PDF needs a password, so nobody could check it. Please send it without the password.',
  unreadableHeic: 'This HEIC photo cannot be converted. Please send it as a JPEG or a PDF.',
  unreadableImage: 'This image cannot be read. Please send it again, or as another kind of image or a PDF.',
  tooDemanding: 'This file takes too much time or memory to open safely. Please send a smaller one, or a photo of it.',
} as const;

export const receiptDamagedMessage = 'This receipt is damaged in storage. Sending the same file again repairs it.';

export function receiptRequiredMessage(role: Role): string {
  return isPrivileged(role) ? receiptMessages.requiredPrivileged : receiptMessages.required;
}

/** The message for a file over the limit. `size` is in bytes. */
export function receiptTooLargeMessage(size: number): string {
  return `File size (${(size / 1_048_576).toFixed(2)}MB) exceeds the 10MB limit. Please compress or choose a smaller file.`;
}

/** The words of spreadsheets for a claim without a receipt. */
export function noReceiptLabel(isDeclared: boolean): string {
  return isDeclared ? 'No receipt (declared on honor)' : 'No receipt';
}
