import type { RequestOf, requestReport } from '@outlay/contracts';
import { isDuplicateKey } from '@outlay/documents';
import { reportFilenames } from '../documents/file-names.js';
import { reportIdOf, type ReportFiles, type ReportModel, type ReportRow } from './report.model.js';

type NewReport = RequestOf<typeof requestReport>;

/** Writes reports. Every write is guarded by the state it expects, so that a repetition changes nothing. */
export class ReportStore {
  constructor(private readonly rows: ReportModel) {}

  /** The report of a payment, written as pending where there is none. */
  async create(request: NewReport): Promise<ReportRow> {
    const [filename, unambiguous] = reportFilenames(request);
    return (await this.insert(request, filename)) ?? (await this.insert(request, unambiguous)) ?? this.taken(request);
  }

  async find(paymentId: string): Promise<ReportRow | null> {
    return this.rows.findById(reportIdOf(paymentId)).lean();
  }

  /** Reports that are not made and whose next try is due, a page at a time in the order of their ids. */
  async due(now: Date, after: string, limit: number): Promise<ReportRow[]> {
    return this.rows
      .find({
        _id: { $gt: after },
        $or: [{ state: 'pending' }, { state: 'failed', retryAt: { $lte: now.toISOString() } }],
      })
      .sort({ _id: 1 })
      .limit(limit)
      .lean();
  }

  /** Gives a report that is not ready to its next job; null where somebody else did, or it is ready by now. */
  async startNextAttempt({ _id, attempt }: ReportRow): Promise<ReportRow | null> {
    return this.rows
      .findOneAndUpdate(
        { _id, attempt, state: { $ne: 'ready' } },
        { $set: { state: 'pending', attempt: attempt + 1, retryAt: null } },
        { returnDocument: 'after' },
      )
      .lean();
  }

  async markReady(paymentId: string, { preview, ...files }: ReportFiles): Promise<void> {
    await this.rows.updateOne(
      { _id: reportIdOf(paymentId) },
      { $set: { ...files, preview: JSON.stringify(preview), state: 'ready', retryAt: null } },
    );
  }

  async markFailed(paymentId: string, attempt: number, retryAt: Date): Promise<void> {
    await this.rows.updateOne(
      { _id: reportIdOf(paymentId), attempt, state: 'pending' },
      { $set: { state: 'failed', retryAt: retryAt.toISOString() } },
    );
  }

  /** The report as inserted, or as it is where it exists; null where the file name belongs to another payment's. */
  private async insert({ paidAt, ...request }: NewReport, filename: string): Promise<ReportRow | null> {
    const row: ReportRow = {
      ...request,
      _id: reportIdOf(request.paymentId),
      filename,
      state: 'pending',
      generatedAt: paidAt,
      expenseCount: request.expenseIds.length,
      attempt: 1,
      retryAt: null,
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

  private taken({ paymentId }: NewReport): never {
    throw new Error(`No file name is free for the report of payment ${paymentId}`);
  }
}
