import { Inject, Injectable } from '@nestjs/common';
import { reportIdOf, type RequestOf, type requestReport } from '@outlay/contracts';
import { isDuplicateKey } from '@outlay/documents';
import { latestPossible } from '@outlay/time';
import type { QueryFilter } from 'mongoose';
import { reportFilenames } from '../documents/file-names.js';
import { REPORT_MODEL, type ReportFiles, type ReportModel, type ReportRow } from './report.model.js';

/** The longest pause after a failure. */
export const LAST_RETRY_MS = 60 * 60_000;

type NewReport = RequestOf<typeof requestReport>;

/** Each write states the state it expects, so that repeating it changes nothing. */
@Injectable()
export class ReportStore {
  constructor(@Inject(REPORT_MODEL) private readonly rows: ReportModel) {}

  async create(request: NewReport): Promise<ReportRow> {
    const [filename, unambiguous] = reportFilenames(request);
    const report = (await this.insert(request, filename)) ?? (await this.insert(request, unambiguous));
    if (!report) throw new Error(`No file name is available for the report of payment ${request.paymentId}`);
    return report;
  }

  async find(paymentId: string): Promise<ReportRow | null> {
    return this.rows.findById(reportIdOf(paymentId)).lean();
  }

  async missing(paymentIds: readonly string[]): Promise<string[]> {
    const rows = await this.rows.find({ _id: { $in: paymentIds.map(reportIdOf) } }, { _id: 1 }).lean();
    const known = new Set(rows.map(({ _id }) => _id));
    return paymentIds.filter((id) => !known.has(reportIdOf(id)));
  }

  async due(now: Date, after: string, limit: number): Promise<ReportRow[]> {
    const latest = new Date(latestPossible(now.getTime(), LAST_RETRY_MS)).toISOString();
    const isDue = [{ retryAt: { $lte: now.toISOString() } }, { retryAt: { $gt: latest } }];
    return this.rows
      .find({ _id: { $gt: after }, $or: [{ state: 'pending' }, { state: 'failed', $or: isDue }] })
      .sort({ _id: 1 })
      .limit(limit)
      .lean();
  }

  async startNextAttempt({ _id, attempt }: ReportRow): Promise<ReportRow | null> {
    return this.startAttempt({ _id, attempt, state: { $ne: 'ready' } }, attempt + 1);
  }

  /** Null if it is being made. */
  async startAgain({ _id, attempt }: ReportRow): Promise<ReportRow | null> {
    return this.startAttempt({ _id, attempt, state: { $ne: 'pending' } }, attempt + 1);
  }

  /** Changes nothing if it is ready, or another attempt has started. */
  async markReady({ _id, attempt }: ReportRow, files: ReportFiles): Promise<void> {
    await this.rows.updateOne(
      { _id, attempt, state: { $ne: 'ready' } },
      { $set: { ...files, state: 'ready', retryAt: null, failureReason: null } },
    );
  }

  /** A null time means that it is made again only if somebody asks for it. */
  async markFailed(paymentId: string, attempt: number, failureReason: string, retryAt: Date | null): Promise<void> {
    await this.rows.updateOne(
      { _id: reportIdOf(paymentId), attempt, state: 'pending' },
      { $set: { state: 'failed', failureReason, retryAt: retryAt?.toISOString() ?? null } },
    );
  }

  private async startAttempt(filter: QueryFilter<ReportRow>, attempt: number): Promise<ReportRow | null> {
    const pending = { state: 'pending' as const, attempt, retryAt: null, failureReason: null, missingReceipts: 0 };
    return this.rows
      .findOneAndUpdate(
        filter,
        { $set: { ...pending, spreadsheet: null, receiptsZip: null } },
        { returnDocument: 'after' },
      )
      .lean();
  }

  private async insert({ paidAt, userEmail: _, ...request }: NewReport, filename: string): Promise<ReportRow | null> {
    const row: ReportRow = {
      ...request,
      _id: reportIdOf(request.paymentId),
      filename,
      state: 'pending',
      generatedAt: paidAt,
      expenseCount: request.expenseIds.length,
      attempt: 1,
      retryAt: null,
      failureReason: null,
      missingReceipts: 0,
      spreadsheet: null,
      receiptsZip: null,
    };
    try {
      await this.rows.create(row);
      return row;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return this.find(request.paymentId);
    }
  }
}
