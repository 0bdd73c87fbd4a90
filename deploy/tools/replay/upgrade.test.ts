import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EMBEDDED, Stores } from '@outlay/composition';
import { findingId } from '@outlay/contracts';
import { openDocuments } from '@outlay/documents';
import { tempFolder } from '@outlay/testing';
import { collectWarnings } from '@outlay/testing/warnings';
import { auditFindings } from '../audit/audit.js';
import { createInstallation, readEverything, withRunningProduct } from '../migrate/testing/sample-installation.js';
import { acceptFindings } from './accept-findings.js';

type Folder = Awaited<ReturnType<typeof tempFolder>>;

/** Makes the installation look as if a release with another READ_MODEL_VERSION had left it. */
async function forgetReadModels(dataDir: string): Promise<void> {
  const documents = await openDocuments({ file: join(dataDir, 'documents', 'expenses.db'), durability: 'normal' });
  const names = (await documents.listCollections()).map(({ name }) => name);
  for (const name of names.filter((one) => /^(expenses|summaries)_v|^checkpoints$/.test(one)))
    await documents.collection(name).deleteMany({});
  await documents.destroy();
}

function alter(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'events.db'));
  database.exec("UPDATE events SET data = replace(data, '20.50', '90.50') WHERE type = 'ExpenseDrafted'");
  database.close();
}

describe('the first start of a release with another read model', () => {
  let source: Folder;
  let before: Awaited<ReturnType<typeof readEverything>>;
  let copy: Folder;
  beforeAll(async () => {
    collectWarnings();
    source = await tempFolder('outlay-older');
    // Its first start, without any event, succeeds as well.
    await createInstallation(source.path);
    before = await withRunningProduct(source.path, readEverything);
    await forgetReadModels(source.path);
  }, 120_000);
  afterAll(() => source.remove());
  beforeEach(async () => {
    copy = await tempFolder('outlay-upgraded');
    await cp(source.path, copy.path, { recursive: true });
  });
  afterEach(() => copy.remove());

  it('makes it from the events of before', async () => {
    const { expenses } = await withRunningProduct(copy.path, readEverything);
    expect(expenses).toEqual(before.expenses);
  });

  it('is refused over a trail that was altered, until somebody has answered for it', async () => {
    alter(copy.path);
    const findings = await auditFindings({ dataDir: copy.path }, { readModels: false });
    const [id = ''] = findings.map(findingId).filter((one) => one.startsWith('event-unlogged:expense-'));
    const start = withRunningProduct(copy.path, readEverything);
    await expect(start).rejects.toThrow(/Revision 0 of expense-.* the log does not hold this event/);
    const [events, blobs] = [join(copy.path, 'events.db'), join(copy.path, 'blobs')];
    await expect(start).rejects.toThrow(`The trail in ${events} and ${blobs} is not what was written`);
    await expect(start).rejects.toThrow(`npm run replay -- --accept '`);
    await expect(start).rejects.toThrow(id);

    const stores = new Stores(copy.path, EMBEDDED);
    const accept = findings.map(findingId);
    expect(await acceptFindings(stores, findings, { accept, by: 'Rosa Root', reason: 'Known' })).toEqual([]);
    await stores.close();
    await expect(withRunningProduct(copy.path, async () => 'started')).resolves.toBe('started');
  });

  it('is not refused once the read model is made: a later alteration stops its stream alone', async () => {
    await withRunningProduct(copy.path, readEverything);
    alter(copy.path);
    await expect(withRunningProduct(copy.path, async () => 'started')).resolves.toBe('started');
  });
});
