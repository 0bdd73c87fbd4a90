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
