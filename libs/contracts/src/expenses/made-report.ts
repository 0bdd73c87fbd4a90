import * as z from 'zod/mini';
import { sha256 } from '../primitives.js';

const madeFile = z.object({ size: z.number(), sha256 });

/** What the files of a payment's report are, by which they are proved. */
export const madeReport = z.object({
  filename: z.string(),
  spreadsheet: madeFile,
  receiptsZip: madeFile,
  /** The SHA-256 of the stored preview. */
  previewSha256: sha256,
  /** Receipts that could not be put into the zip. */
  missingReceipts: z.number(),
});
