import * as z from 'zod/mini';
import { apiSchemas } from '../api-schema.js';
import { defineOperation } from '../operation.js';
import { text } from '../primitives.js';
import { defineRoute } from '../route.js';
import { reportView } from './report.js';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const ZIP_TYPE = 'application/zip';

const filename = text(200).check(z.minLength(1));
const storedFile = z.object({ blobKey: z.string(), size: z.number(), sha256: z.string() });

/** @throws NOT_FOUND unless the actor is the report's user or a super admin */
export const findReport = defineOperation({
  subject: 'reports.find',
  work: 'one',
  readOnly: true,
  request: z.object({ filename }),
  reply: z.object({ report: reportView, spreadsheet: z.nullable(storedFile), receiptsZip: z.nullable(storedFile) }),
});

const cell = z.union([z.string(), z.number(), z.null()]);
export const reportPreview = z
  .object({ headers: z.array(z.string()), rows: z.array(z.array(cell)) })
  .register(apiSchemas, { id: 'ReportPreview' });
export type ReportPreview = z.infer<typeof reportPreview>;

export const previewReport = defineOperation({
  subject: 'reports.preview',
  work: 'one',
  readOnly: true,
  request: z.object({ filename }),
  reply: reportPreview,
});

export const downloadReportRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/reports/{filename}/download',
  summary: 'A payment report as a spreadsheet.',
  replyType: 'file',
  fileTypes: [XLSX_TYPE],
  errors: ['REPORT_NOT_READY', 'REPORT_DAMAGED'],
  reply: z.unknown(),
});

export const downloadReceiptsZipRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/reports/{filename}/receipts-zip',
  summary: "The receipts of a payment's expenses.",
  replyType: 'file',
  fileTypes: [ZIP_TYPE],
  errors: ['REPORT_NOT_READY', 'REPORT_DAMAGED'],
  reply: z.unknown(),
});

export const previewReportRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/reports/{filename}/json',
  summary: "The spreadsheet's headers and rows.",
  errors: ['REPORT_NOT_READY', 'FILE_TOO_LARGE'],
  reply: reportPreview,
});

export const reportFileRoute = defineRoute({
  method: 'GET',
  path: '/reports/{filename}',
  summary: 'A payment report as a spreadsheet.',
  signedUrl: true,
  replyType: 'file',
  fileTypes: [XLSX_TYPE],
  errors: ['REPORT_NOT_READY', 'REPORT_DAMAGED'],
  reply: z.unknown(),
});
