import { blobCondition, sha256Of, type Blobs } from '@outlay/blobs';
import { reportIdOf, type Finding } from '@outlay/contracts';
import type { Connection } from 'mongoose';
import { hash } from 'node:crypto';
import { reportModel, type ReportModel, type ReportRow } from '../read-models/report.model.js';

const PAGE = 100;

/** What the events say about a completed payment. */
interface Payment {
  readonly userId: string;
  readonly currency: string;
  readonly total: string;
  readonly expenseIds: readonly string[];
}

interface ReportSources {
  readonly documents: Connection;
  readonly blobs: Blobs;
  /** Null if there is none; undefined if it was completed while the verification went on. */
  readonly paymentOf: (paymentId: string) => Promise<Payment | null | undefined>;
  /** Ids of payments whose report was made, or is being made. */
  readonly reported: AsyncIterable<string>;
  readonly onFile: () => void;
}

/** Every report against its payment and, if it is ready, its files against their hashes. */
export async function* reportFindings(sources: ReportSources): AsyncGenerator<Finding> {
  const model = reportModel(sources.documents);
  yield* rowFindings(model, sources);
  yield* lostFindings(model, sources);
}

async function* rowFindings(model: ReportModel, { blobs, paymentOf, onFile }: ReportSources): AsyncGenerator<Finding> {
  for (let after = ''; ;) {
    const rows: ReportRow[] = await model
      .find({ _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(PAGE)
      .lean();
    for (const row of rows) {
      const payment = await paymentOf(row.paymentId);
      if (payment !== undefined && !isOf(row, payment)) {
        const message = `What is stored about the report ${row.filename} contradicts its payment.`;
        const { userId, currency, totalAmount, expenseCount, expenseIds } = row;
        const stored = [userId, currency, totalAmount, expenseCount, expenseIds];
        const digest = hash('sha256', JSON.stringify([stored, payment]), 'hex');
        yield { kind: 'report-differs', place: `reports/${row._id}`, message, digest };
      }
      yield* fileFindings(row, blobs, model, onFile);
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last._id;
  }
}

/** Of payments that paid something. */
async function* lostFindings(model: ReportModel, { paymentOf, reported }: ReportSources): AsyncGenerator<Finding> {
  for await (const paymentId of reported) {
    const payment = await paymentOf(paymentId);
    if (!payment || payment.expenseIds.length === 0) continue;
    const id = reportIdOf(paymentId);
    if (await model.exists({ _id: id })) continue;
    const message = `The report of payment ${paymentId} is missing.`;
    yield { kind: 'report-missing', place: `reports/${id}`, message, digest: null };
  }
}

function isOf(row: ReportRow, payment: Payment | null): boolean {
  return (
    payment !== null &&
    row.userId === payment.userId &&
    row.currency === payment.currency &&
    row.totalAmount === payment.total &&
    row.expenseCount === payment.expenseIds.length &&
    row.expenseIds.join() === payment.expenseIds.join()
  );
}

async function* fileFindings(
  row: ReportRow,
  blobs: Blobs,
  model: ReportModel,
  onFile: () => void,
): AsyncGenerator<Finding> {
  if (row.state !== 'ready') return;
  for (const file of [row.spreadsheet, row.receiptsZip]) {
    const condition = file && (await blobCondition(blobs, { key: file.blobKey, ...file }));
    onFile();
    if (condition === 'intact') continue;
    // It may be made again meanwhile.
    const now = await model.findById(row._id).lean();
    if (now?.attempt !== row.attempt || now.state !== row.state) return;
    const place = file?.blobKey ?? `reports/${row._id}`;
    const isMissing = condition !== 'damaged';
    const what = isMissing ? 'is missing' : 'does not have its hash';
    const message = `The file ${place} of the report ${row.filename} ${what}.`;
    const digest = file && (await sha256Of(blobs, file.blobKey));
    yield { kind: isMissing ? 'report-missing' : 'report-altered', place, message, digest };
  }
}
