import type { Blobs } from '@outlay/blobs';
import { listReports, previewReport, receiptBlobKey, retryReport } from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import { readSheet } from 'read-excel-file/node';
import { sha256Of } from '../documents/read-receipt.js';
import { paidExpense, receiptOf } from '../testing/paid-expense.js';
import { storeReceipts } from '../testing/stored-receipts.js';
import { readReceiptsZip, readZip } from '@outlay/testing';
import { ana, runReports, system, type RunningReports } from '../testing/running-reports.js';
import { reportModel } from '../read-models/report.model.js';
import { ReportStore } from '../read-models/report.store.js';
import { awaitCheckpoint } from './await-checkpoint.js';
import { ReportGenerator } from './generate-report.js';
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

function failingOnceAfterPut(blobs: Blobs, suffix: string): Blobs {
  let hasFailed = false;
  const failAfter = async (key: string, stored: Promise<unknown>) => {
    const result = await stored;
    if (hasFailed || !key.endsWith(suffix)) return result;
    hasFailed = true;
    throw new Error('Connection lost');
  };
  return Object.create(blobs, {
    put: { value: (...args: Parameters<Blobs['put']>) => failAfter(args[0], blobs.put(...args)) },
    putStream: { value: (...args: Parameters<Blobs['putStream']>) => failAfter(args[0], blobs.putStream(...args)) },
  }) as Blobs;
}

describe('the report worker', () => {
  let reports: RunningReports;

  beforeEach(async () => {
    reports = await runReports();
    await reports.startService();
    await storeReceipts(reports.blobs, lunch, taxi);
  });
  afterEach(() => reports.close());

  const readBlob = async (key: string | undefined) => (await reports.blobs.readAll(key ?? '')) ?? Buffer.alloc(0);

  it('generates spreadsheet, zip and preview of a payment that is read in several pages', async () => {
    await reports.startWorker();
    const expenses = claims(130);
    await reports.request('p-1', expenses);
    const { report, spreadsheet, receiptsZip } = await reports.inState('p-1', 'ready');
    expect(reports.payments.pagesRead).toBeGreaterThan(1);

    const xlsx = await readBlob(spreadsheet?.blobKey);
    expect(spreadsheet).toMatchObject({ size: xlsx.length, sha256: sha256Of(xlsx) });
    const [headers, ...cells] = await readSheet(xlsx);
    const rows = cells.map((row) => row.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : cell)));
    const preview = await reports.call(previewReport, { filename: report.filename }, ana);
    expect(preview).toEqual({ headers, rows });
    expect(rows.map((row) => row[1])).toEqual([...expenses.map(({ expenseId }) => expenseId), null]);

    const row = await reportModel(reports.documents).findById(report.id).select('+preview').lean();
    const made = { filename: report.filename, previewSha256: sha256Of(Buffer.from(String(row?.preview))) };
    expect(reports.payments.made).toMatchObject([{ paymentId: 'p-1', report: { ...made, missingReceipts: 0 } }]);
    expect(spreadsheet).toMatchObject(reports.payments.made[0]?.report.spreadsheet ?? {});
    expect(receiptsZip).toMatchObject(reports.payments.made[0]?.report.receiptsZip ?? {});

    const zip = await readBlob(receiptsZip?.blobKey);
    expect(receiptsZip).toMatchObject({ size: zip.length, sha256: sha256Of(zip) });
    const entries = await readReceiptsZip(zip);
    const column = preview.headers.indexOf('Receipt');
    expect(entries.map(({ name }) => name)).toEqual(
      preview.rows.map((row) => row[column]).filter((cell) => String(cell).startsWith('EXP-')),
    );
    expect(entries.map(({ bytes }) => bytes)).toEqual(
      expenses.flatMap(({ receipt }) => (receipt ? [receipt.sha256 === sha256Of(lunch) ? lunch : taxi] : [])),
    );
  });

  it('tries again after a failure to read the expenses, without a second report', async () => {
    reports.payments.failures = 1;
    await reports.startWorker();
    await reports.request('p-1', claims(3));
    await reports.inState('p-1', 'ready');
    const { reports: listed } = await reports.call(listReports, { scope: 'all', limit: 10, cursor: null });
    expect(listed).toHaveLength(1);
  });

  it.each(['.xlsx', '.zip'])(
    'generates the same bytes again after a failure that follows storing the %s',
    async (suffix) => {
      const worker = await reports.startWorker({ blobs: failingOnceAfterPut(reports.blobs, suffix) });
      await reports.request('p-1', claims(5));
      const retried = await reports.inState('p-1', 'ready');
      await reports.stop(worker);

      const other = await runReports();
      try {
        await storeReceipts(other.blobs, lunch, taxi);
        await other.startService();
        await other.startWorker();
        await other.request('p-1', claims(5));
        expect(await other.inState('p-1', 'ready')).toEqual(retried);
      } finally {
        await other.close();
      }
    },
  );

  it('is not damaged by a late try that read another checkpoint', async () => {
    let finish = () => undefined as void;
    const held = new Promise<void>((resolve) => (finish = resolve));
    const late = Object.create(reports.blobs, {
      putStream: {
        value: (...args: Parameters<Blobs['putStream']>) => held.then(() => reports.blobs.putStream(...args)),
      },
    }) as Blobs;
    const store = new ReportStore(reportModel(reports.documents));
    await reports.request('p-1', claims(5));
    const { data } = newReportJob('p-1', 1, 'test');
    const lateTry = new ReportGenerator(store, late, reports.messages);
    const nextTry = new ReportGenerator(store, reports.blobs, reports.messages);
    const finished = lateTry.generate(data);
    await eventually(async () => (await reports.blobs.list('reports/')).length > 0);
    reports.payments.checkpoint = 'log\n7\nroot\n\n— log signed\n';
    await nextTry.generate(data);
    const ready = await reports.inState('p-1', 'ready');
    finish();
    await finished;
    expect(await reports.inState('p-1', 'ready')).toEqual(ready);
    for (const file of [ready.spreadsheet, ready.receiptsZip])
      expect(sha256Of(await readBlob(file?.blobKey))).toBe(file?.sha256);
    for (const each of [lateTry, nextTry]) await each.close();
  });

  it('makes the report of a payment whose receipts are damaged or missing, and says how many', async () => {
    await reports.blobs.put(receiptBlobKey(sha256Of(lunch)), taxi, { contentType: 'application/pdf' });
    await reports.startWorker();
    await reports.request('p-1', claims(7));
    const { report, spreadsheet, receiptsZip } = await reports.inState('p-1', 'ready');
    expect(report).toMatchObject({ missingReceipts: 2 });
    expect(await readSheet(await readBlob(spreadsheet?.blobKey))).toHaveLength(9);
    const names = (await readZip(await readBlob(receiptsZip?.blobKey))).map(({ name }) => name);
    expect(names).toEqual(['EXP-3_receipt.pdf', 'MISSING_RECEIPTS.txt', 'README.txt']);
    const { reports: listed } = await reports.call(listReports, { scope: 'own', limit: 10, cursor: null }, ana);
    expect(listed).toMatchObject([{ missingReceipts: 2 }]);
  });

  it('makes a report again whose receipts have been repaired', async () => {
    await reports.blobs.delete(receiptBlobKey(sha256Of(lunch)));
    await reports.startWorker();
    const { report } = await reports.request('p-1', claims(7));
    await reports.inState('p-1', 'ready');
    await storeReceipts(reports.blobs, lunch);
    const asked = await reports.call(retryReport, { filename: report.filename });
    expect(asked.report).toMatchObject({ state: 'pending', missingReceipts: 0 });
    const repaired = await reports.inState('p-1', 'ready');
    expect(repaired.report.missingReceipts).toBe(0);
    expect(await readReceiptsZip(await readBlob(repaired.receiptsZip?.blobKey))).toHaveLength(3);
  });

  it('ignores a job whose report is ready', async () => {
    await reports.startWorker();
    await reports.request('p-1', claims(3));
    const ready = await reports.inState('p-1', 'ready');
    reports.payments.paid.clear();
    await reports.jobs.add(REPORT_QUEUE, newReportJob('p-1', 2, 'test'));
    await eventually(async () => (await reports.jobs.state(REPORT_QUEUE, reportJobId('p-1', 2))) === 'done');
    expect(await reports.inState('p-1', 'ready')).toEqual(ready);
  });

  it('waits for the log to come to the payment, and puts its checkpoint into both files', async () => {
    reports.payments.broken = null;
    await reports.startWorker();
    await reports.request('p-1', claims(2));
    await eventually(async () => reports.payments.checkpointsAsked > 1);
    reports.payments.checkpoint = 'log\n7\nroot\n\n— log signed\n';
    const { spreadsheet, receiptsZip } = await reports.inState('p-1', 'ready');
    const rows = await readSheet(await readBlob(spreadsheet?.blobKey), 'Checkpoint', { trim: false });
    expect(rows).toContainEqual(['Signed note', reports.payments.checkpoint]);
    const note = (await readZip(await readBlob(receiptsZip?.blobKey))).find(({ name }) => name === 'checkpoint.note');
    expect(String(note?.bytes)).toBe(reports.payments.checkpoint);
  });

  it('is made without a checkpoint if the log stands still or takes too long, and says so', async () => {
    await reports.startWorker();
    await reports.request('p-1', claims(2));
    const { spreadsheet } = await reports.inState('p-1', 'ready');
    const rows = await readSheet(await readBlob(spreadsheet?.blobKey), 'Checkpoint');
    expect(rows).toEqual([['Checkpoint', 'None. The log of all events does not go on. There is no log.']]);

    reports.payments.broken = null;
    const { missing } = Object(await awaitCheckpoint(reports.messages, 'p-1', system, 0));
    expect(missing).toContain('had not come to this payment');
  });

  it('waits for a log that goes on, however long it takes', async () => {
    const { payments, messages } = reports;
    payments.broken = null;
    payments.logSizes.push(256, 512, 768, 1024);
    const { missing } = Object(await awaitCheckpoint(messages, 'p-1', system, 0));
    expect(missing).toContain('had not come to this payment');
    expect(payments.checkpointsAsked).toBe(payments.logSizes.length + 1);
  });

  it('stores the files of a report whose preview is too large', async () => {
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
    expect(await readSheet(await readBlob(spreadsheet?.blobKey))).toHaveLength(202);
  });
});
