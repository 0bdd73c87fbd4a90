import type { Finding } from '@outlay/contracts';
import { createConnection } from 'mongoose';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportModel } from '../read-models/report.model.js';
import { paidExpense, receiptOf } from '../testing/paid-expense.js';
import { runReports, type RunningReports } from '../testing/running-reports.js';
import { storeReceipts } from '../testing/stored-receipts.js';
import { reportFindings } from './report-findings.js';

const guide = readFileSync(join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'security.md'), 'utf8');
const lunch = Buffer.from('%PDF lunch');
const paths = Object.keys(reportModel(createConnection()).schema.paths);

describe('of a report that is ready', () => {
  let reports: RunningReports;
  beforeAll(async () => {
    reports = await runReports();
    await reports.startService();
    await storeReceipts(reports.blobs, lunch);
    await reports.startWorker();
    await reports.request('p-1', [paidExpense(1, { receipt: receiptOf(lunch), noReceipt: false })]);
    await reports.inState('p-1', 'ready');
    original = await load();
  });
  afterEach(async () => {
    await rows().collection.deleteMany();
    await rows().collection.insertOne(original as never);
    expect(await findings()).toEqual([]);
  });
  afterAll(() => reports.close());

  const rows = () => reportModel(reports.documents);
  async function findings(): Promise<Finding[]> {
    const row = await rows().findOne().lean();
    const report = reports.payments.made.at(-1)?.report ?? null;
    const found: Finding[] = [];
    const payment = original && {
      userId: original.userId,
      userName: original.userName,
      paidAt: original.generatedAt,
      currency: original.currency,
      total: original.totalAmount,
      expenseIds: original.expenseIds,
      report,
    };
    const sources = {
      documents: reports.documents,
      blobs: reports.blobs,
      paymentOf: async (id: string) => (id === row?.paymentId && id === 'p-1' ? payment : null),
      latestReport: async () => report,
      reported: (async function* () {
        yield 'p-1';
      })(),
      onFile: () => undefined,
    };
    for await (const finding of reportFindings(sources)) found.push(finding);
    return found;
  }
  let original: Awaited<ReturnType<typeof load>>;
  const load = () => rows().findOne().select('+preview').lean();

  it('nothing is found in what nobody altered', async () => {
    expect(await findings()).toEqual([]);
  });

  it.each(paths)('an altered %s is found, or security.md says why not', async (path) => {
    const { _id } = original ?? {};
    const value = (original as Record<string, unknown> | null)?.[path];
    const row = { ...original, [path]: another(value) };
    await rows().collection.deleteOne({ _id } as never);
    await rows().collection.insertOne(row as never);
    const isListed = guide.includes(`\`reports.${path}\``);
    expect([path, (await findings()).length > 0 || isListed]).toEqual([path, true]);
  });
});

function another(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') return value.replace(/.$/, (last) => (last === '7' ? '8' : '7'));
  if (Array.isArray(value)) return [...value, 'EXP-FORGED'];
  if (value === null) return 'forged';
  return { ...(value as object), sha256: '0'.repeat(64) };
}
