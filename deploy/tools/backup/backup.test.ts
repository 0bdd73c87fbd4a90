import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EMBEDDED, openReadOnlyStores, Stores } from '@outlay/composition';
import { findingId } from '@outlay/contracts';
import { systemClock } from '@outlay/time';
import { eventually, tempFolder } from '@outlay/testing';
import { createInstallation, readEverything, withRunningProduct } from '../migrate/testing/sample-installation.js';
import { restore, restoredKey, verifyRestored, type RestoreOptions } from '../restore/restore.js';
import { openBackupSet } from './backup-place.js';
import { takeBackup } from './take-backup.js';

type Folder = Awaited<ReturnType<typeof tempFolder>>;

const LATEST: RestoreOptions = { name: null, acceptAltered: false };
const silent = () => undefined;

async function backUp(from: string, to: string) {
  const [stores, set] = [openReadOnlyStores(from, EMBEDDED), await openBackupSet(to, {})];
  try {
    return { ...(await takeBackup(stores, set, systemClock, silent)), added: set.added };
  } finally {
    await Promise.all([stores.close(), set.close()]);
  }
}

async function restoreInto(target: string, from: string, options: Partial<RestoreOptions> = {}) {
  const stores = new Stores(target, EMBEDDED);
  const set = await openBackupSet(from, {});
  const auditKey = await restoredKey({ dataDir: target, auditKey: null });
  try {
    const restored = await restore(set, stores, auditKey, { ...LATEST, ...options }, silent);
    await stores.close();
    const findings = await verifyRestored({ dataDir: target, backing: EMBEDDED }, auditKey, restored.manifest);
    return { ...restored, findings: findings.map(findingId) };
  } finally {
    await Promise.all([stores.close(), set.close()]);
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

describe('a backup', () => {
  let source: Folder;
  let backups: Folder;
  let target: Folder;
  beforeAll(async () => {
    source = await tempFolder('outlay-backed-up');
    await createInstallation(source.path);
  }, 120_000);
  afterAll(() => source.remove());
  beforeEach(async () => {
    [backups, target] = await Promise.all([tempFolder('outlay-backups'), tempFolder('outlay-restored')]);
    await copyFile(join(source.path, 'audit-key'), join(target.path, 'audit-key'));
  });
  afterEach(() => Promise.all([backups.remove(), target.remove()]));

  it('of the running product restores what people see, and is verified against its checkpoint', async () => {
    const before = await withRunningProduct(source.path, async (origin) => {
      const everything = await readEverything(origin);
      await backUp(source.path, backups.path);
      return everything;
    });
    const { result, findings } = await restoreInto(target.path, backups.path);
    expect(result.differences).toEqual([]);
    expect(findings).toEqual([]);
    expect(result.from.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['events', 'files', 'auth: passwords', 'invites: invites', 'reports: reports']),
    );
    expect(await withRunningProduct(target.path, readEverything)).toEqual(before);
  }, 60_000);

  it('is restored with the audit key of its time or a later one', async () => {
    const changed = join(target.path, 'changed');
    await cp(source.path, changed, { recursive: true });
    await rename(join(changed, 'audit-key'), join(changed, 'audit-key-previous'));
    const change = join(changed, 'blobs', 'audit', 'key-changes', '000000000');
    await withRunningProduct(changed, () => eventually(() => existsSync(change)));
    await backUp(changed, backups.path);
    for (const key of ['audit-key', 'audit-key-previous']) {
      const into = join(target.path, `with ${key}`);
      await mkdir(into);
      await copyFile(join(changed, key), join(into, 'audit-key'));
      expect((await restoreInto(into, backups.path)).findings).toEqual([]);
    }
  });

  it('has none of the keys', async () => {
    await backUp(source.path, backups.path);
    const keys = [await readFile(join(source.path, 'audit-key')), await readFile(join(source.path, 'secret'))];
    for (const file of await filesIn(backups.path))
      for (const key of keys) expect((await readFile(file)).includes(key)).toBe(false);
  });

  it('stores only what is new, and earlier ones can still be restored', async () => {
    const first = await backUp(source.path, backups.path);
    expect((await backUp(source.path, backups.path)).added.objects).toBe(0);
    await withRunningProduct(source.path, readEverything);
    const later = await backUp(source.path, backups.path);
    expect(later.manifest.events.count).toBeGreaterThan(first.manifest.events.count);
    expect(later.added.objects).toBeLessThan(first.added.objects / 2);
    const { manifest, findings } = await restoreInto(target.path, backups.path, { name: first.name });
    expect(manifest.events.count).toBe(first.manifest.events.count);
    expect(findings).toEqual([]);
  }, 60_000);

  it('is refused if any one of its files is altered or missing, by the name of the file', async () => {
    await backUp(source.path, backups.path);
    const files = await filesIn(backups.path);
    expect(files.length).toBeGreaterThan(15);
    for (const file of files) {
      const content = await readFile(file);
      const altered = Buffer.from(content);
      const at = Math.floor((content.length - 256) / 2);
      altered[at] = (altered[at] ?? 0) ^ 1;
      await writeFile(file, altered);
      await expect(restoreInto(target.path, backups.path)).rejects.toThrow(basename(file));
      await rm(file);
      const isList = file.endsWith('.json');
      await expect(restoreInto(target.path, backups.path)).rejects.toThrow(
        isList ? 'There is no complete backup' : basename(file),
      );
      await writeFile(file, content);
    }
    expect((await restoreInto(target.path, backups.path)).findings).toEqual([]);
  }, 120_000);

  it('is refused if its objects are those of others', async () => {
    const { name } = await backUp(source.path, backups.path);
    const [one = '', two = ''] = (await filesIn(join(backups.path, 'objects'))).sort();
    await copyFile(one, two);
    await expect(restoreInto(target.path, backups.path)).rejects.toThrow(basename(two));
    const list = join(backups.path, 'backups', name);
    await rename(list, list.replace(/^(.*)\d{3}Z/, '$1000Z'));
    await expect(restoreInto(target.path, backups.path)).rejects.toThrow('was altered');
  });

  it('is completed by the next run after an interruption, and not restored before', async () => {
    const stores = openReadOnlyStores(source.path, EMBEDDED);
    const set = await openBackupSet(backups.path, {});
    const interrupted = takeBackup(stores, set, systemClock, (step, done) => {
      if (step === 'the files' && done > 1) throw new Error('Interrupted');
    });
    await expect(interrupted).rejects.toThrow('Interrupted');
    await Promise.all([stores.close(), set.close()]);
    await expect(restoreInto(target.path, backups.path)).rejects.toThrow('There is no complete backup');
    const complete = await backUp(source.path, backups.path);
    expect(complete.added.objects).toBeLessThan((await filesIn(backups.path)).length / 2);
    expect((await restoreInto(target.path, backups.path)).findings).toEqual([]);
  });

  it('is not restored over data, nor with the key of another log', async () => {
    await backUp(source.path, backups.path);
    await writeFile(join(target.path, 'audit-key'), 'x'.repeat(40));
    await expect(restoreInto(target.path, backups.path)).rejects.toThrow('the audit key is that of');
    await rm(join(target.path, 'audit-key'));
    await expect(restoreInto(target.path, backups.path)).rejects.toThrow('There is no audit key');

    const inUse = await tempFolder('outlay-in-use');
    await cp(source.path, inUse.path, { recursive: true });
    await expect(restoreInto(inUse.path, backups.path)).rejects.toThrow('other data already');
    await inUse.remove();
  });

  it('of an altered trail is restored only if somebody says so, and the verification names what was altered', async () => {
    const altered = await tempFolder('outlay-altered');
    await cp(source.path, altered.path, { recursive: true });
    const database = new DatabaseSync(join(altered.path, 'events.db'));
    database.exec(`UPDATE events SET data = replace(data, '21.50', '91.50')`);
    database.close();
    await backUp(altered.path, backups.path);
    await expect(restoreInto(target.path, backups.path)).rejects.toThrow('not those that the checkpoint');
    const { findings } = await restoreInto(target.path, backups.path, { acceptAltered: true });
    expect(findings.join()).toMatch('event-unlogged');
    await altered.remove();
  });

  it('is refused where there are backups of another installation', async () => {
    await backUp(source.path, backups.path);
    const other = await tempFolder('outlay-other');
    await createInstallation(other.path, 4);
    await expect(backUp(other.path, backups.path)).rejects.toThrow('is not the one that the backup of');
    await other.remove();
  }, 60_000);
});
