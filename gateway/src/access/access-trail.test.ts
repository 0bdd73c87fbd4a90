import type { ExpenseJson } from '@outlay/contracts';
import { samples } from '../testing/sample-files.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';
import { report, reportBytes, reportFile } from '../testing/test-reports.js';
import { TestUsers } from '../testing/test-users.js';

describe('opening the files of other people', () => {
  let gateway: TestGateway;
  let receipt: string;
  beforeAll(async () => {
    gateway = await startTestGateway();
    await gateway.blobs.put(reportFile.blobKey, reportBytes, { contentType: 'x/y' });
    const body = new FormData();
    body.append('status', 'draft');
    body.append('receipt', new Blob([new Uint8Array(samples.png?.bytes ?? [])]), 'receipt.png');
    const response = await gateway.call('/api/expenses', { method: 'POST', as: 'member', body });
    receipt = ((await response.json()) as { expense: ExpenseJson }).expense.receipt ?? '';
  });
  beforeEach(() => {
    TestUsers.accesses.length = 0;
    TestUsers.recording = () => Promise.resolve();
  });
  afterAll(() => gateway.close());

  const statusOf = async (path: string, as: string) => (await gateway.call(path, { as })).status;

  it('is recorded: receipts, report files and their preview, the feed of all events, and exports', async () => {
    const file = report.filename;
    const paths = [
      `/uploads/${receipt}`,
      `/reports/${file}`,
      `/api/admin/reports/${file}/receipts-zip`,
      `/api/admin/reports/${file}/json`,
      '/api/audit/events',
      '/api/admin/expenses/export',
    ];
    for (const path of paths) expect(await statusOf(path, 'admin')).toBe(200);
    const opened = ['admin', { what: 'report', file, ownerId: report.userId }];
    expect(TestUsers.accesses).toEqual([
      ['admin', { what: 'receipt', file: receipt, ownerId: 'member' }],
      opened,
      opened,
      opened,
      ['admin', { what: 'trail' }],
      ['admin', { what: 'expenses' }],
    ]);
  });

  it('is not recorded if it is the own receipt, or there is nothing to open', async () => {
    expect(await statusOf(`/uploads/${receipt}`, 'member')).toBe(200);
    expect(await statusOf('/uploads/no-such', 'admin')).toBe(404);
    expect(await statusOf('/reports/pending.xlsx', 'admin')).toBe(409);
    expect(TestUsers.accesses).toEqual([]);
  });

  it('is served although it cannot be recorded', async () => {
    TestUsers.recording = () => Promise.reject(new Error('the event store is down'));
    expect(await statusOf(`/uploads/${receipt}`, 'admin')).toBe(200);
  });
});
