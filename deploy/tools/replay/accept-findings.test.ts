import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EMBEDDED, Stores } from '@outlay/composition';
import { findingId } from '@outlay/contracts';
import { rebuildReadModel } from '@outlay/expenses';
import { tempFolder } from '@outlay/testing';
import { auditFindings } from '../audit/audit.js';
import { EXIT, exitCode } from '../audit/exit-code.js';
import { createInstallation, withRunningProduct } from '../migrate/testing/sample-installation.js';
import { acceptFindings } from './accept-findings.js';

const NOTHING = { accept: [], by: '', reason: '' };

describe('a rebuild over a trail that was altered', () => {
  let source: Awaited<ReturnType<typeof tempFolder>>;
  let folder: typeof source;
  let stores: Stores;
  beforeAll(async () => {
    source = await tempFolder('outlay-unaltered');
    await createInstallation(source.path);
  }, 120_000);
  afterAll(() => source.remove());
  beforeEach(async () => {
    folder = await tempFolder('outlay-altered');
    await cp(source.path, folder.path, { recursive: true });
    alter('20.50', '90.50');
    stores = new Stores(folder.path, EMBEDDED);
  });
  afterEach(async () => {
    await stores.close();
    await folder.remove();
  });

  function alter(amount: string, to: string): void {
    const database = new DatabaseSync(join(folder.path, 'events.db'));
    database.exec(`UPDATE events SET data = replace(data, '${amount}', '${to}') WHERE type = 'ExpenseDrafted'`);
    database.close();
  }
  const find = () => auditFindings({ dataDir: folder.path }, { readModels: false });

  it('is refused until somebody answers for each finding, by name and with a reason', async () => {
    const findings = await find();
    const ids = findings.map(findingId);
    expect(ids).toContainEqual(expect.stringMatching(/^event-unlogged:expense-.*@0$/));
    expect(await acceptFindings(stores, findings, NOTHING)).toEqual(findings);
    const all = { accept: ids, by: 'Rosa Root', reason: 'Restored from the bank statement' };
    await expect(acceptFindings(stores, findings, { ...all, reason: ' ' })).rejects.toThrow('--reason');
    await expect(acceptFindings(stores, findings, { ...all, accept: ['chain-broken:x@1'] })).rejects.toThrow(
      'no finding',
    );
    expect(await acceptFindings(stores, findings, { ...all, accept: ids.slice(1) })).toHaveLength(1);
    expect(await acceptFindings(stores, findings, all)).toEqual([]);

    const events = await stores.events();
    const [repaired, ...others] = await events.readStream('trail-repairs');
    expect(repaired).toMatchObject({ type: 'TrailRepaired', data: { by: all.by, reason: all.reason, findings: ids } });
    expect(others).toEqual([]);
    await rebuildReadModel(await stores.documents('expenses'), events);
    expect(await acceptFindings(stores, findings, NOTHING)).toEqual([]);
  });

  it('leaves the repair in the log, and the findings stay', async () => {
    const findings = await find();
    const accept = findings.map(findingId);
    await acceptFindings(stores, findings, { accept, by: 'Rosa Root', reason: 'Known' });
    await stores.close();
    await withRunningProduct(folder.path, async () => undefined);
    const after = await find();
    expect(after.map(findingId)).toEqual(accept);
    const { by, reason, at } = after[0]?.accepted ?? {};
    expect({ by, reason }).toEqual({ by: 'Rosa Root', reason: 'Known' });
    expect(Date.parse(at ?? '')).not.toBeNaN();
    expect(exitCode(after)).toBe(EXIT.onlyAccepted);
  });

  it('is refused again if the same place is altered again', async () => {
    const findings = await find();
    const ids = findings.map(findingId);
    const answer = { accept: ids, by: 'Rosa Root', reason: 'Known' };
    expect(await acceptFindings(stores, findings, answer)).toEqual([]);
    alter('90.50', '9000.50');
    const again = await find();
    expect(again.map(findingId)).toEqual(ids);
    // The log still lacks the same event.
    const open = (await acceptFindings(stores, again, NOTHING)).map(findingId);
    expect(open).toEqual(ids.filter((id) => !id.startsWith('event-lost')));
    expect(exitCode(again)).toBe(EXIT.findings);
    expect(await acceptFindings(stores, again, answer)).toEqual([]);
    expect(exitCode(await find())).toBe(EXIT.onlyAccepted);
    expect(exitCode([])).toBe(EXIT.nothingFound);
  });
});
