import { blobCondition, sha256Of, type Blobs } from '@outlay/blobs';
import { REPORT_STATES, reportIdOf, type Finding, type ReportMade } from '@outlay/contracts';
import type { Connection } from 'mongoose';
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { madeReport, reportModel, type ReportModel, type ReportRow } from '../read-models/report.model.js';

const PAGE = 100;

/** The part of a completed payment that its events record. */
interface Payment {
  readonly userId: string;
  readonly userName: string;
  readonly paidAt: string;
  readonly currency: string;
  readonly total: string;
  readonly expenseIds: readonly string[];
  /** Null if no event has it. */
  readonly report: ReportMade | null;
}

interface ReportSources {
  readonly documents: Connection;
  readonly blobs: Blobs;
  /** Null if there is none; undefined if it was completed while the verification went on. */
  readonly paymentOf: (paymentId: string) => Promise<Payment | null | undefined>;
  /** The latest report, which may have been made during the verification. */
  readonly latestReport: (paymentId: string) => Promise<ReportMade | null>;
  /** The ids of payments whose report was made, or is being made. */
  readonly reported: AsyncIterable<string>;
  readonly onFile: () => void;
}

/** Every report against its payment and, if it is ready, its files against their hashes. */
export async function* reportFindings(sources: ReportSources): AsyncGenerator<Finding> {
  const model = reportModel(sources.documents);
  yield* rowFindings(model, sources);
  yield* lostFindings(model, sources);
}

async function* rowFindings(model: ReportModel, sources: ReportSources): AsyncGenerator<Finding> {
  for (let after = ''; ;) {
    const rows: ReportRow[] = await model
      .find({ _id: { $gt: after } })
      .select('+preview')
      .sort({ _id: 1 })
      .limit(PAGE)
      .lean();
    for (const row of rows) {
      const payment = await sources.paymentOf(row.paymentId);
      if (payment !== undefined && !(await isOf(row, payment, model, sources))) {
        const message = `What is stored about the report ${row.filename} contradicts its payment.`;
        const digest = hash('sha256', JSON.stringify([paymentPart(row), madePart(row), payment]), 'hex');
        yield { kind: 'report-differs', place: `reports/${row._id}`, message, digest };
      }
      yield* fileFindings(row, sources.blobs, model, sources.onFile);
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last._id;
  }
}

/** Finds reports that are missing for payments that paid something. */
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

async function isOf(
  row: ReportRow,
  payment: Payment | null,
  model: ReportModel,
  { latestReport }: ReportSources,
): Promise<boolean> {
  if (payment === null || !REPORT_STATES.includes(row.state)) return false;
  if (!isDeepStrictEqual(paymentPart(row), expectedPart(payment))) return false;
  // Only a finished report is shown.
  if (row.state !== 'ready') return !row.spreadsheet && !row.receiptsZip;
  if (row.attempt < 1 || row.retryAt !== null || row.failureReason !== null) return false;
  const isMade = (report: ReportMade | null) => report === null || isDeepStrictEqual(madePart(row), report);
  if (isMade(payment.report) || isMade(await latestReport(row.paymentId))) return true;
  // The report may be made again meanwhile.
  const now = await model.findById(row._id).lean();
  return now?.attempt !== row.attempt || now.state !== row.state;
}

/** The part of a report that the payment determines. */
function paymentPart({ _id, paymentId, userId, userName, generatedAt, currency, ...row }: ReportRow) {
  const { totalAmount, expenseCount, expenseIds } = row;
  const isOwnId = _id === reportIdOf(paymentId);
  return { isOwnId, userId, userName, generatedAt, currency, totalAmount, expenseCount, expenseIds };
}

function expectedPart({ userId, userName, paidAt: generatedAt, currency, total, expenseIds }: Payment) {
  const expenseCount = expenseIds.length;
  return { isOwnId: true, userId, userName, generatedAt, currency, totalAmount: total, expenseCount, expenseIds };
}

/** The part of a report that the trail records. */
function madePart({ spreadsheet, receiptsZip, preview = null, ...row }: ReportRow): ReportMade | null {
  if (!spreadsheet || !receiptsZip || preview === null) return null;
  const text = typeof preview === 'string' ? preview : JSON.stringify(preview);
  return madeReport(row, { spreadsheet, receiptsZip, preview: text, missingReceipts: row.missingReceipts });
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
    // The report may be made again meanwhile.
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
