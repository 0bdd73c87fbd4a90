import { findReport, previewReport } from '@outlay/contracts';
import { openJobs, type Jobs } from '@outlay/jobs';
import { join } from 'node:path';
import { paidExpense } from '../testing/paid-expense.js';
import { runReports, type RunningReports } from '../testing/running-reports.js';
import { newReportJob, REPORT_QUEUE, reportJobId } from './report-job.js';

class UnresponsiveJobs implements Jobs {
  add(): Promise<void> {
    return new Promise(() => undefined);
  }
  state(): Promise<never> {
    return new Promise(() => undefined);
  }
  work(): never {
    throw new Error('Not used in these tests');
  }
  async isReady(): Promise<boolean> {
    return false;
  }
  async close(): Promise<void> {}
}

describe('the report reconciler', () => {
  let reports: RunningReports;
  const three = [1, 2, 3].map((n) => paidExpense(n));

  beforeEach(async () => {
    reports = await runReports();
  });
  afterEach(() => reports.close());

  const stateOf = async (paymentId: string) => (await reports.call(findReport, { filename: paymentId })).report.state;

  it('enqueues a report that was requested while the queue did not respond', async () => {
    const withoutQueue = await reports.startService(new UnresponsiveJobs(), { deadlineMs: 20 });
    expect((await reports.request('p-1', three)).report.state).toBe('pending');
    await reports.stop(withoutQueue);

    await reports.startService();
    await reports.startWorker();
    await reports.inState('p-1', 'ready');
  });

  it('enqueues a report again when the queue has lost its data', async () => {
    const before = await reports.startService();
    await reports.request('p-1', three);
    await reports.stop(before);

    const emptyQueue = await openJobs({ file: join(reports.folder, 'empty.db') });
    const service = await reports.startService(emptyQueue);
    const worker = await reports.startWorker({ jobs: emptyQueue });
    await reports.inState('p-1', 'ready');
    await reports.stop(worker);
    await reports.stop(service);
    await emptyQueue.close();
  });

  it('adds no second job while one is waiting', async () => {
    const service = await reports.startService();
    await reports.request('p-1', three);
    await reports.reconcile(service);
    expect(await reports.jobs.state(REPORT_QUEUE, reportJobId('p-1', 1))).toBe('waiting');
    expect(await reports.jobs.state(REPORT_QUEUE, reportJobId('p-1', 2))).toBeNull();
  });

  it('starts a new job for a failed report once its pause is over', async () => {
    const service = await reports.startService();
    await reports.jobs.add(REPORT_QUEUE, { ...newReportJob('p-1', 1, 'test'), attempts: 1 });
    const { report } = await reports.request('p-1', three.slice(1), { totalAmount: '30.00' });
    await reports.startWorker();
    await reports.inState('p-1', 'failed');
    await expect(reports.call(previewReport, { filename: report.filename })).rejects.toMatchObject({
      code: 'REPORT_NOT_READY',
    });

    reports.payments.paid.set('p-1', three);
    await reports.reconcile(service);
    expect(await stateOf('p-1')).toBe('failed');

    reports.clock.advance({ seconds: 30 });
    await reports.reconcile(service);
    expect(await reports.inState('p-1', 'ready')).toMatchObject({ report: { totalAmount: '30.00' } });
    expect(await reports.jobs.state(REPORT_QUEUE, reportJobId('p-1', 2))).not.toBeNull();
  });

  it('starts one job when several instances reconcile concurrently', async () => {
    const services = await Promise.all([reports.startService(), reports.startService()]);
    await reports.jobs.add(REPORT_QUEUE, { ...newReportJob('p-1', 1, 'test'), attempts: 1 });
    await reports.request('p-1', three, { totalAmount: '1.00' });
    await reports.startWorker();
    await reports.inState('p-1', 'failed');
    reports.clock.advance({ seconds: 30 });
    await Promise.all(services.map((service) => reports.reconcile(service)));
    expect(await reports.jobs.state(REPORT_QUEUE, reportJobId('p-1', 3))).toBeNull();
  });
});
