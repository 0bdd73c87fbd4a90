import type { RequestOf, requestReport } from '@outlay/contracts';
import { isDuplicateKey } from '@outlay/documents';
import { reportFilenames } from '../documents/file-names.js';
import { reportIdOf, type ReportFiles, type ReportModel, type ReportRow } from './report.model.js';

type NewReport = RequestOf<typeof requestReport>;

/** Each write states the state it expects, so that repeating it changes nothing. */
export class ReportStore {
  constructor(private readonly rows: ReportModel) {}

  async create(request: NewReport): Promise<ReportRow> {
    const [filename, unambiguous] = reportFilenames(request);
    const report = (await this.insert(request, filename)) ?? (await this.insert(request, unambiguous));
    if (!report) throw new Error(`No file name is available for the report of payment ${request.paymentId}`);
    return report;
  }

  async find(paymentId: string): Promise<ReportRow | null> {
    return this.rows.findById(reportIdOf(paymentId)).lean();
  }

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
}
