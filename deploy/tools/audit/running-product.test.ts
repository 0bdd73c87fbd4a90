import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openBlobs } from '@outlay/blobs';
import {
  createExpenseRoute,
  findingId,
  listVerificationsRoute,
  loginRoute,
  startVerificationRoute,
} from '@outlay/contracts';
import { claimForm } from '@outlay/testing/claims';
import { PASSWORD } from '@outlay/harness/testing/people';
import { asFile, pdfReceipt } from '@outlay/harness/testing/receipts';
import { RestClient } from '@outlay/seed';
import { eventually, tempFolder } from '@outlay/testing';
import { createInstallation, ROOT, withRunningProduct } from '../migrate/testing/sample-installation.js';
import { auditFindings } from './audit.js';

type Folder = Awaited<ReturnType<typeof tempFolder>>;

function storedEvents(folder: string): { type: string; position: number }[] {
  const database = new DatabaseSync(join(folder, 'events.db'), { readOnly: true });
  try {
    return database.prepare('SELECT * FROM events ORDER BY position').all() as { type: string; position: number }[];
  } finally {
    database.close();
  }
}

describe('a verification in the running product', () => {
  let source: Folder;
  let copy: Folder;
  beforeAll(async () => {
    source = await tempFolder('outlay-verified');
    await createInstallation(source.path);
  }, 120_000);
  afterAll(() => source.remove());
  beforeEach(async () => {
    copy = await tempFolder('outlay-verified-copy');
    await cp(source.path, copy.path, { recursive: true, preserveTimestamps: true });
  });
  afterEach(() => copy.remove());

  async function verify(work: (api: RestClient, token: string) => Promise<unknown> = async () => undefined) {
    return withRunningProduct(copy.path, async (origin) => {
      const api = new RestClient(origin);
      const { token } = await api.call(loginRoute, { body: { email: ROOT, password: PASSWORD } });
      const started = await Promise.all([
        api.call(startVerificationRoute, { token }),
        api.call(startVerificationRoute, { token }),
      ]);
      expect(started).toMatchObject([
        { id: '1', status: 'running', by: ROOT },
        { id: '1', status: 'running' },
      ]);
      await work(api, token);
      return eventually(async () => {
        const runs = await api.call(listVerificationsRoute, { token });
        expect(runs).toHaveLength(1);
        const [run] = runs;
        return run === undefined || run.status === 'running' ? null : run;
      });
    });
  }

  it('runs once for two who ask, finds nothing while people work, and writes nothing but that it ran', async () => {
    const before = storedEvents(copy.path);
    const run = await verify(async (api, token) => {
      for (let n = 0; n < 10; n += 1) {
        const form = claimForm(
          { amount: `${90 + n}.25`, status: 'submitted' },
          asFile(pdfReceipt(`new ${n}`), 'n.pdf', 'application/pdf'),
        );
        await api.call(createExpenseRoute, { token, body: form });
      }
    });
    expect(run).toMatchObject({ status: 'passed', percent: 100, step: 'reports', findings: [], finding_count: 0 });
    expect(run.events).toBeGreaterThanOrEqual(before.length);
    expect(run.files).toBeGreaterThan(5);
    expect(run.checkpoint).toMatch(/^outlay-/);
    const after = storedEvents(copy.path);
    expect(after.slice(0, before.length)).toEqual(before);
    const added = after.slice(before.length);
    const ofPeople = ['SignedIn', 'ExpenseSubmitted', 'ExpenseDrafted', 'ReceiptAttached'];
    expect(added.filter(({ type }) => ![...ofPeople, 'TrailVerified'].includes(type))).toEqual([]);
    expect(added.filter(({ type }) => type === 'TrailVerified')).toMatchObject([
      { data: JSON.stringify({ events: run.events, position: run.position, findings: 0 }) },
    ]);
    expect(await auditFindings({ dataDir: copy.path })).toEqual([]);
  });

  it('names what was altered as the command does, and still does after a restart', async () => {
    const blobs = await openBlobs({ folder: join(copy.path, 'blobs') });
    const [sheet] = (await blobs.list('reports/')).map(({ key }) => key).sort();
    await blobs.put(sheet ?? '', Buffer.from('altered'), { contentType: 'text/plain' });
    await blobs.close();
    const database = new DatabaseSync(join(copy.path, 'events.db'));
    database.exec(`UPDATE events SET data = json_set(data, '$.reason', 'Forged') WHERE type = 'ExpenseRejected'`);
    database.close();
    const named = (await auditFindings({ dataDir: copy.path })).map(findingId).sort();
    expect(named.length).toBeGreaterThan(1);
    const run = await verify();
    expect(run.findings.map(({ id }) => id).sort()).toEqual(named);
    expect(run).toMatchObject({ status: 'findings', finding_count: named.length });
    await withRunningProduct(copy.path, async (origin) => {
      const api = new RestClient(origin);
      const { token } = await api.call(loginRoute, { body: { email: ROOT, password: PASSWORD } });
      expect(await api.call(listVerificationsRoute, { token })).toEqual([run]);
    });
  });
});
