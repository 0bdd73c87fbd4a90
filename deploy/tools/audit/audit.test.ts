import { chmod, cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openBlobs } from '@outlay/blobs';
import { findingId } from '@outlay/contracts';
import { openDocuments } from '@outlay/documents';
import { eventHash } from '@outlay/event-store';
import { tempFolder } from '@outlay/testing';
import { createInstallation, withRunningProduct } from '../migrate/testing/sample-installation.js';
import { audit, type AuditOptions } from './audit.js';

type Folder = Awaited<ReturnType<typeof tempFolder>>;

async function find(dataDir: string, options: AuditOptions = {}) {
  const verification = await audit({ dataDir }, options);
  try {
    const findings: string[] = [];
    for await (const finding of verification.findings()) findings.push(findingId(finding));
    return { findings, ...verification.verified };
  } finally {
    await verification.close();
  }
}

async function contents(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    await Promise.all(
      files.map(async (file) => [file, `${(await stat(file)).mtimeMs} ${await readFile(file, 'base64')}`] as const),
    ),
  );
}

async function setWritable(folder: string, isWritable: boolean): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const mode = entry.isDirectory() ? 0o500 : 0o400;
    await chmod(join(entry.parentPath, entry.name), isWritable ? mode | 0o200 : mode);
  }
  await chmod(folder, isWritable ? 0o700 : 0o500);
}

describe('an audit of an installation', () => {
  let source: Folder;
  let copy: Folder;
  beforeAll(async () => {
    source = await tempFolder('outlay-audited');
    await createInstallation(source.path);
  }, 120_000);
  afterAll(() => source.remove());
  beforeEach(async () => {
    copy = await tempFolder('outlay-audited-copy');
    await cp(source.path, copy.path, { recursive: true, preserveTimestamps: true });
  });
  afterEach(() => copy.remove());

  it('finds nothing, and changes no byte of a folder without write permission', async () => {
    const before = await contents(copy.path);
    await setWritable(copy.path, false);
    const { findings, events, files } = await find(copy.path);
    await setWritable(copy.path, true);
    expect(findings).toEqual([]);
    expect(events).toBeGreaterThan(15);
    expect(files).toBeGreaterThan(5);
    expect(await contents(copy.path)).toEqual(before);
  });

  it('finds nothing beside the running product', async () => {
    await withRunningProduct(copy.path, async () => {
      expect(await find(copy.path)).toMatchObject({ findings: [] });
    });
  });

  it('holds against the reports and checkpoints that somebody kept, unless the end of the trail is gone', async () => {
    const blobs = await openBlobs({ folder: join(copy.path, 'blobs') });
    const keep = async (prefix: string, name: string) => {
      const files = await blobs.list(prefix);
      const key = files.map(({ key }) => key).find((key) => key.endsWith(name)) ?? '';
      const file = join(copy.path, basename(key));
      await writeFile(file, (await blobs.readAll(key)) ?? '');
      return file;
    };
    const kept = [await keep('reports/', '.zip'), await keep('reports/', '.xlsx'), await keep('audit/checkpoint', '')];
    await blobs.close();
    for (const against of kept) expect(await find(copy.path, { against })).toMatchObject({ findings: [] });
    const database = new DatabaseSync(join(copy.path, 'events.db'));
    // The payment, which the checkpoint in its report commits to, and what came after it.
    database.exec(
      `DELETE FROM events WHERE position >= (SELECT max(position) FROM events WHERE type = 'PaymentCompleted')`,
    );
    database.close();
    for (const against of kept) {
      const { findings } = await find(copy.path, { against });
      expect(findings).toContainEqual(expect.stringMatching('checkpoint-differs:kept checkpoint of'));
    }
  });

  it.each(['ExpensePaid', 'PaymentCompleted', 'InviteRedeemed', 'AccountRegistered'])(
    'names a second %s, although it has the right hash',
    async (type) => {
      const database = new DatabaseSync(join(copy.path, 'events.db'));
      const row = database.prepare('SELECT * FROM events WHERE type = ? ORDER BY position LIMIT 1').get(type) ?? {};
      const stream = String(row.stream);
      const last = database.prepare('SELECT * FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1').get(stream);
      const { data, metadata, revision, ...others } = last ?? {};
      const before = { data: JSON.parse(String(data)), metadata: JSON.parse(String(metadata)) };
      const head = eventHash({
        ...before,
        stream,
        revision: Number(revision),
        id: String(others.id),
        type: String(others.type),
      });
      database
        .prepare(
          `INSERT INTO events (category, stream, revision, id, type, data, metadata, recorded_at)
           SELECT category, stream, ?, ?, type, data, json_set(metadata, '$.previousHash', ?), recorded_at FROM events
           WHERE stream = ? AND revision = ?`,
        )
        .run(Number(revision) + 1, randomUUID(), head, stream, Number(row.revision));
      database.close();
      const { findings } = await find(copy.path);
      expect(findings).toContain(`event-not-allowed:${stream}@${Number(revision) + 1}`);
    },
  );

  it('names the missing report of a payment', async () => {
    const reports = await openDocuments({ file: join(copy.path, 'documents', 'reports.db') });
    await reports.collection('reports').deleteMany({});
    await reports.destroy();
    expect((await find(copy.path)).findings).toEqual([expect.stringMatching(/^report-missing:reports\//)]);
  });

  it('looks at an installation without the collection of tokens, as before its first start', async () => {
    const documents = await openDocuments({ file: join(copy.path, 'documents', 'auth.db') });
    await documents.dropCollection('audit-tokens');
    await documents.destroy();
    expect((await find(copy.path)).findings).toEqual([]);
  });

  it('says in a sentence why it cannot look', async () => {
    await expect(find(join(copy.path, 'nowhere'))).rejects.toThrow('There are no events');
    await rm(join(copy.path, 'audit-key'));
    await expect(find(copy.path)).rejects.toThrow('there is no key');
    await expect(find(copy.path, { key: 'x' })).rejects.toThrow('key');
  });
});
