import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { text } from '../primitives.js';
import { defineRoute } from '../route.js';
import { reportView } from './report.js';

const filename = text(200).check(z.minLength(1));
const storedFile = z.object({ blobKey: z.string(), size: z.number(), sha256: z.string() });

/** A report and where its files are; only for its user and super admins, else NOT_FOUND. By payment id for the payer's answer. */
export const findReport = defineOperation({
  subject: 'reports.find',
  request: z.object({ filename }),
  reply: z.object({ report: reportView, spreadsheet: z.nullable(storedFile), receiptsZip: z.nullable(storedFile) }),
});

const cell = z.union([z.string(), z.number(), z.null()]);
export const reportPreview = z.object({ headers: z.array(z.string()), rows: z.array(z.array(cell)) });
export type ReportPreview = z.infer<typeof reportPreview>;

/** The spreadsheet's own headers and rows. */
export const previewReport = defineOperation({
  subject: 'reports.preview',
  request: z.object({ filename }),
  reply: reportPreview,
});

export const downloadReportRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/reports/{filename}/download',
  access: 'signed_in',
  answer: 'file',
  reply: z.unknown(),
});

export const downloadReceiptsZipRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/reports/{filename}/receipts-zip',
  access: 'signed_in',
  answer: 'file',
  reply: z.unknown(),
});

export const previewReportRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/reports/{filename}/json',
  access: 'signed_in',
  reply: reportPreview,
});

export const reportFileRoute = defineRoute({
  method: 'GET',
  path: '/reports/{filename}',
  access: 'signed_in',
  answer: 'file',
  reply: z.unknown(),
});
