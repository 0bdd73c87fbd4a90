import { Inject, Injectable } from '@nestjs/common';
import { decodeCursor, encodeCursor, reportIdOf, type ReportPreview } from '@outlay/contracts';
import { REPORT_MODEL, type ReportModel, type ReportRow } from './report.model.js';

/** Limits a page to half a message: this many expense ids take about 500 kB of its 1 MB. */
const PAGE_EXPENSES = 20_000;

export interface ReportPage {
  readonly reports: ReportRow[];
  readonly nextCursor: string | null;
}

@Injectable()
export class ReportQueries {
  constructor(@Inject(REPORT_MODEL) private readonly rows: ReportModel) {}

  async find(name: string): Promise<ReportRow | null> {
    return (await this.rows.findOne({ filename: name }).lean()) ?? (await this.rows.findById(reportIdOf(name)).lean());
  }

  async preview(id: string): Promise<ReportPreview | null> {
    const row = await this.rows.findById(id).select('+preview').lean();
    const preview = row?.preview ?? null;
    return typeof preview === 'string' ? (JSON.parse(preview) as ReportPreview) : preview;
  }

  async page(userId: string | null, limit: number, cursor: string | null, asOf?: string): Promise<ReportPage> {
    const found = await this.rows
      .find({
        ...(userId !== null && { userId }),
        ...(asOf !== undefined && { generatedAt: { $lte: asOf } }),
        ...(cursor !== null && olderThan(cursor)),
      })
      .sort({ generatedAt: -1, _id: -1 })
      .limit(limit + 1)
      .lean();
    const reports = limitToMessage(found.slice(0, limit));
    const last = reports.at(-1);
    return {
      reports,
      nextCursor: last && found.length > reports.length ? encodeCursor([last.generatedAt, last._id]) : null,
    };
  }
}

function olderThan(cursor: string) {
  const [generatedAt, id] = decodeCursor(cursor);
  return { $or: [{ generatedAt: { $lt: generatedAt } }, { generatedAt, _id: { $lt: id } }] };
}

function limitToMessage(rows: ReportRow[]): ReportRow[] {
  let expenses = 0;
  const end = rows.findIndex((row, index) => (expenses += row.expenseCount) > PAGE_EXPENSES && index > 0);
  return end === -1 ? rows : rows.slice(0, end);
}
