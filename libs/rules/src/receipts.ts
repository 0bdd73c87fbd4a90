import { isPrivileged, type Role } from './roles.js';

export const RECEIPT_MAX_BYTES = 10_485_760;
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

export const receiptMessages = {
  required: 'Receipt is required for submission. Use "Save as Draft" to save without receipt.',
  requiredPrivileged:
    "Receipt is required for submission. You can either upload a receipt or declare on your honor that you don't have one.",
  requiredForAll: 'Receipt upload is required for all expense submissions',
  type: 'Only images and PDF files are allowed as receipts.',
} as const;

/** Beyond those of the specification. */
export const receiptFileMessages = {
  unreadablePdf: 'This PDF cannot be opened: it is damaged or incomplete. Please send it again, or a photo of it.',
  lockedPdf: 'This PDF needs a password, so nobody could check it. Please send it without the password.',
  unreadableHeic: 'This HEIC photo cannot be converted. Please send it as a JPEG or a PDF.',
} as const;

export const receiptDamagedMessage = 'This receipt is damaged in storage. Sending the same file again repairs it.';

export function receiptRequiredMessage(role: Role): string {
  return isPrivileged(role) ? receiptMessages.requiredPrivileged : receiptMessages.required;
}

/** The specification's message for a file over the limit. `size` is in bytes. */
export function receiptTooLargeMessage(size: number): string {
  return `File size (${(size / 1_048_576).toFixed(2)}MB) exceeds the 10MB limit. Please compress or choose a smaller file.`;
}
