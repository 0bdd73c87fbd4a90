import { findReport, previewReport, retryReport } from '@outlay/contracts';
import { openJobs, type Jobs } from '@outlay/jobs';
import { killWorkerDuringJob } from '@outlay/jobs/contract';
import { metrics } from '@outlay/telemetry';
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
  unfinished(): Promise<never> {
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

  it('gives a report that was lost after its job had ended a new job at once', async () => {
    await reports.startService();
    await reports.startWorker();
    await reports.request('p-1', three);
    await reports.inState('p-1', 'ready');
    await reports.documents.collection('reports').deleteMany({});
    await reports.request('p-1', three);
    await reports.inState('p-1', 'ready');
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
    const failed = await reports.inState('p-1', 'failed');
    const failedAt = reports.clock.now().getTime();
    expect(failed.report).toMatchObject({
      failureReason: 'Something went wrong on our side. The log says what.',
      retryAt: new Date(failedAt + 30_000).toISOString(),
    });
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

  it('starts a new job for a failed report if its pause would last longer than any, as after the clock was set back', async () => {
    const service = await reports.startService();
    await reports.jobs.add(REPORT_QUEUE, { ...newReportJob('p-1', 1, 'test'), attempts: 1 });
    await reports.request('p-1', three.slice(1), { totalAmount: '30.00' });
    await reports.startWorker();
    await reports.inState('p-1', 'failed');
    reports.payments.paid.set('p-1', three);
    reports.clock.advance({ seconds: -60 });
    await reports.reconcile(service);
    expect(await stateOf('p-1')).toBe('failed');

    reports.clock.advance({ seconds: -2 * 3600 });
    await reports.reconcile(service);
    await reports.inState('p-1', 'ready');
  });

  describe('a report whose job ended its worker until it was given up', () => {
    it('is failed with a reason, not tried again by itself, and made when a super admin asks for it', async () => {
      const service = await reports.startService();
      await reports.jobs.add(REPORT_QUEUE, { ...newReportJob('p-1', 1, 'test'), attempts: 1 });
      const { report } = await reports.request('p-1', three);
      await killWorkerDuringJob({ file: join(reports.folder, 'jobs.db') }, REPORT_QUEUE, 300);
      const failuresBefore = await failures();
      const worker = await reports.startWorker();
      const failed = await reports.inState('p-1', 'failed');
      expect(failed.report).toMatchObject({
        failureReason: 'Each of five tries ended the program that makes it.',
        retryAt: null,
      });
      expect((await failures()) - failuresBefore).toBe(1);
      await reports.stop(worker);

      reports.clock.advance({ hours: 24 });
      await reports.reconcile(service);
      expect(await stateOf('p-1')).toBe('failed');

      const asked = await reports.call(retryReport, { filename: report.filename });
      expect(asked.report).toMatchObject({ state: 'pending', failureReason: null });
      expect(await reports.call(retryReport, { filename: report.filename })).toEqual(asked);
      await reports.startWorker();
      expect(await reports.inState('p-1', 'ready')).toMatchObject({ report: { failureReason: null } });
    });

    const failures = async () =>
      (await metrics.getSingleMetric('outlay_failed_jobs_total')?.get())?.values[0]?.value ?? 0;
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
