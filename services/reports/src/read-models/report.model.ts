import type { ReportMade, ReportPreview, ReportView } from '@outlay/contracts';
import { prepareCollection } from '@outlay/documents';
import { hash } from 'node:crypto';
import { Schema, type Connection, type Model } from 'mongoose';

export interface StoredFile {
  readonly blobKey: string;
  readonly size: number;
  readonly sha256: string;
}

export interface ReportFiles {
  readonly spreadsheet: StoredFile;
  readonly receiptsZip: StoredFile;
  /** JSON. */
  readonly preview: string;
  readonly missingReceipts: number;
}

export interface ReportRow extends Omit<ReportView, 'id'> {
  readonly _id: string;
  readonly attempt: number;
  readonly spreadsheet: StoredFile | null;
  readonly receiptsZip: StoredFile | null;
  /** Cells as JSON text, because some stores reject nested arrays, which older rows contain. Not selected by default. */
  readonly preview?: string | ReportPreview | null;
}

const text = { type: String, required: true } as const;
const mixed = { type: Schema.Types.Mixed, default: null } as const;

const schema = new Schema<ReportRow>(
  {
    _id: text,
    paymentId: text,
    filename: text,
    state: text,
    userId: text,
    userName: { type: String, default: '' },
    currency: text,
    generatedAt: text,
    totalAmount: text,
    expenseCount: { type: Number, required: true },
    expenseIds: [String],
    attempt: { type: Number, required: true },
    retryAt: { type: String, default: null },
    missingReceipts: { type: Number, default: 0 },
    failureReason: { type: String, default: null },
    spreadsheet: mixed,
    receiptsZip: mixed,
    preview: { ...mixed, select: false },
  },
  { collection: 'reports', minimize: false, versionKey: false },
);
schema.index({ filename: 1 }, { unique: true });
schema.index({ generatedAt: -1, _id: -1 });
schema.index({ userId: 1, generatedAt: -1, _id: -1 });
schema.index({ state: 1 });

export type ReportModel = Model<ReportRow>;
export const REPORT_MODEL = Symbol('ReportModel');

const NAME = 'Report';

export function reportModel(documents: Connection): ReportModel {
  return documents.models[NAME] ? documents.model<ReportRow>(NAME) : documents.model<ReportRow>(NAME, schema);
}

export async function openReportModel(documents: Connection): Promise<ReportModel> {
  const model = reportModel(documents);
  await prepareCollection(model);
  return model;
}

export function toReportView({ _id, ...row }: ReportRow): ReportView {
  return {
    id: _id,
    paymentId: row.paymentId,
    filename: row.filename,
    state: row.state,
    userId: row.userId,
    userName: row.userName,
    currency: row.currency,
    generatedAt: row.generatedAt,
    totalAmount: row.totalAmount,
    expenseCount: row.expenseCount,
    expenseIds: [...row.expenseIds],
    // Older rows have none.
    missingReceipts: row.missingReceipts ?? 0,
    failureReason: row.failureReason ?? null,
    retryAt: row.retryAt,
  };
}

/** The part of a report that the trail records. */
export function madeReport({ filename }: Pick<ReportRow, 'filename'>, files: ReportFiles): ReportMade {
  const { spreadsheet, receiptsZip, preview, missingReceipts } = files;
  const made = ({ size, sha256 }: StoredFile) => ({ size, sha256 });
  const previewSha256 = hash('sha256', preview, 'hex');
  return { filename, spreadsheet: made(spreadsheet), receiptsZip: made(receiptsZip), previewSha256, missingReceipts };
}
