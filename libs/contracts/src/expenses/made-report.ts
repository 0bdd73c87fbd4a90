import * as z from 'zod/mini';
import { sha256 } from '../primitives.js';

const madeFile = z.object({ size: z.number(), sha256 });

/** The hashes and sizes of a payment's report files, which prove them. */
export const madeReport = z.object({
  filename: z.string(),
  spreadsheet: madeFile,
  receiptsZip: madeFile,
  /** The SHA-256 of the stored preview. */
  previewSha256: sha256,
  /** Receipts that could not be put into the zip. */
  missingReceipts: z.number(),
});
