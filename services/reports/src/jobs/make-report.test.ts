import type { Blobs } from '@outlay/blobs';
import { listReports, previewReport } from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import { readSheet } from 'read-excel-file/node';
import { sha256Of } from '../documents/read-receipt.js';
import { keepReceipts } from '../testing/kept-blobs.js';
import { paidExpense, receiptOf } from '../testing/paid-expense.js';
import { readZip } from '@outlay/testing';
import { ana, runReports, type RunningReports } from '../testing/running-reports.js';
import { newReportJob, REPORT_QUEUE, reportJobId } from './report-job.js';

const lunch = Buffer.from('%PDF lunch');
const taxi = Buffer.from('%PDF taxi');

function claims(count: number) {
  return Array.from({ length: count }, (_, n) =>
    paidExpense(n, {
      reimbursementAmount: `${n}.10`,
      receipt: n % 3 === 0 ? receiptOf(n % 2 === 0 ? lunch : taxi) : null,
      noReceipt: n % 3 !== 0,
    }),
  );
}

/** A blob store that takes a file and then, once, loses the connection to whoever stored it. */
function losingOnce(blobs: Blobs, suffix: string): Blobs {
  let lost = false;
  return Object.create(blobs, {
    put: {
      value: async (...args: Parameters<Blobs['put']>) => {
        const info = await blobs.put(...args);
        if (lost || !args[0].endsWith(suffix)) return info;
        lost = true;
        throw new Error('Connection lost');
      },
    },
  }) as Blobs;
}

describe('the report worker', () => {
  let reports: RunningReports;

  beforeEach(async () => {
    reports = await runReports();
    await reports.startService();
    await keepReceipts(reports.blobs, lunch, taxi);
  });
  afterEach(() => reports.close());

  const stored = async (key: string | undefined) => (await reports.blobs.readAll(key ?? '')) ?? Buffer.alloc(0);

  it('makes spreadsheet, zip and preview of a payment that is read in several pages', async () => {
    await reports.startWorker();
    const expenses = claims(130);
    await reports.request('p-1', expenses);
    const { report, spreadsheet, receiptsZip } = await reports.inState('p-1', 'ready');
    expect(reports.payments.pagesRead).toBeGreaterThan(1);

    const xlsx = await stored(spreadsheet?.blobKey);
    expect(spreadsheet).toMatchObject({ size: xlsx.length, sha256: sha256Of(xlsx) });
    const [headers, ...rows] = await readSheet(xlsx);
    const preview = await reports.call(previewReport, { filename: report.filename }, ana);
    expect(preview).toEqual({ headers, rows });
    expect(rows.map((row) => row[1])).toEqual([...expenses.map(({ expenseId }) => expenseId), null]);

    const zip = await stored(receiptsZip?.blobKey);
    expect(receiptsZip).toMatchObject({ size: zip.length, sha256: sha256Of(zip) });
    const entries = await readZip(zip);
    const column = preview.headers.indexOf('Receipt');
    expect(entries.map(({ name }) => name)).toEqual(
      preview.rows.map((row) => row[column]).filter((cell) => String(cell).startsWith('EXP-')),
    );
    expect(entries.map(({ bytes }) => bytes)).toEqual(
      expenses.flatMap(({ receipt }) => (receipt ? [receipt.sha256 === sha256Of(lunch) ? lunch : taxi] : [])),
    );
  });

  it('tries again when expenses cannot be read, and there is one report', async () => {
    reports.payments.failures = 1;
    await reports.startWorker();
    await reports.request('p-1', claims(3));
    await reports.inState('p-1', 'ready');
    const { reports: listed } = await reports.call(listReports, { scope: 'all', limit: 10, cursor: null });
    expect(listed).toHaveLength(1);
  });

  it.each(['.xlsx', '.zip'])('makes the same bytes again when it was cut off after storing the %s', async (suffix) => {
    const worker = await reports.startWorker({ blobs: losingOnce(reports.blobs, suffix) });
    await reports.request('p-1', claims(5));
    const cut = await reports.inState('p-1', 'ready');
    await reports.stop(worker);

    const other = await runReports();
    try {
      await keepReceipts(other.blobs, lunch, taxi);
      await other.startService();
      await other.startWorker();
      await other.request('p-1', claims(5));
      expect(await other.inState('p-1', 'ready')).toEqual(cut);
    } finally {
      await other.close();
    }
  });

  it('makes nothing of a job whose report is ready', async () => {
    await reports.startWorker();
    await reports.request('p-1', claims(3));
    const made = await reports.inState('p-1', 'ready');
    reports.payments.paid.clear();
    await reports.jobs.add(REPORT_QUEUE, newReportJob('p-1', 2, 'test'));
    await eventually(async () => (await reports.jobs.state(REPORT_QUEUE, reportJobId('p-1', 2))) === 'done');
    expect(await reports.inState('p-1', 'ready')).toEqual(made);
  });

  it('says that a report is too large for a preview, not for its files', async () => {
    await reports.startWorker();
    const justification = '王'.repeat(2000);
    await reports.request(
      'p-1',
      claims(200).map((claim) => ({ ...claim, justification })),
    );
    const { report, spreadsheet } = await reports.inState('p-1', 'ready');
    await expect(reports.call(previewReport, { filename: report.filename })).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
    });
    expect(await readSheet(await stored(spreadsheet?.blobKey))).toHaveLength(202);
  });
});
