import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { tempFolder } from '@outlay/testing';
import { checkFiles } from './check-files.js';

const EMBEDDED = { eventStore: null, mongo: null, redis: null };
const SOURCES = ['events.db', 'documents/auth.db', 'documents/invites.db'];
const DERIVED = ['documents/expenses.db', 'documents/audit.db', 'documents/reports.db', 'documents/fx.db', 'jobs.db'];
const clock = { now: () => new Date('2026-06-15T10:00:00.000Z') };

describe('the files of the stores', () => {
  let dataDir: string;
  let remove: () => Promise<void>;
  let warnings: unknown[];
  beforeEach(async () => {
    ({ path: dataDir, remove } = await tempFolder('outlay-files'));
    warnings = [];
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((message: unknown) => void warnings.push(message));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await remove();
  });

  async function aDatabase(name: string): Promise<string> {
    const path = join(dataDir, name);
    await mkdir(dirname(path), { recursive: true });
    const database = new DatabaseSync(path);
    database.exec(
      'PRAGMA journal_mode = WAL; CREATE TABLE items (name TEXT); CREATE INDEX names ON items (name); BEGIN',
    );
    const insert = database.prepare('INSERT INTO items VALUES (?)');
    for (let n = 0; n < 500; n += 1) insert.run(`${n} `.repeat(20));
    database.exec('COMMIT');
    database.close();
    return path;
  }
  const check = (backing: Partial<Record<keyof typeof EMBEDDED, string>> = {}) =>
    checkFiles(dataDir, { ...EMBEDDED, ...backing }, clock);
  const DAMAGES: [string, (path: string) => Promise<void>][] = [
    ['that is too short', (path) => truncate(path, 8192)],
    ['that is something else', (path) => writeFile(path, 'This is text and not a database. '.repeat(99))],
    ['with a page of zeros', async (path) => overwrite(path, 12_288, Buffer.alloc(4096))],
  ];

  it('are left as they are if they are sound, empty or missing', async () => {
    const paths = await Promise.all([...SOURCES, ...DERIVED.slice(1)].map(aDatabase));
    await writeFile(join(dataDir, 'documents/expenses.db'), '');
    const before = await Promise.all(paths.map((path) => readFile(path)));
    await check();
    expect(await Promise.all(paths.map((path) => readFile(path)))).toEqual(before);
    expect(warnings).toEqual([]);
  });

  describe.each(DAMAGES)('%s', (_, damage) => {
    it.each(SOURCES)('%s ends the start', async (name) => {
      const path = await aDatabase(name);
      await damage(path);
      const content = await readFile(path);
      await expect(check()).rejects.toThrow(`${path} is damaged (`);
      await expect(check()).rejects.toThrow('cannot be made again from other files. Restore it from a backup.');
      expect(await readFile(path)).toEqual(content);
    });

    it.each(DERIVED)('%s is set aside and kept', async (name) => {
      const path = await aDatabase(name);
      await damage(path);
      const content = await readFile(path);
      await check();
      const aside = `${path}.damaged-2026-06-15T100000.000Z`;
      expect(await readFile(aside)).toEqual(content);
      expect(await readdir(dirname(path))).not.toContain(path);
      expect(warnings).toEqual([expect.stringContaining(`It is kept as ${aside}, and made again.`)]);
    });
  });

  it('are not checked if a server has their place', async () => {
    for (const name of [...SOURCES, ...DERIVED]) await truncate(await aDatabase(name), 8192);
    await check({ eventStore: 'esdb://host', mongo: 'mongodb://host', redis: 'redis://host' });
    expect(warnings).toEqual([]);
  });

  it('that cannot be read end the start with their name', async () => {
    const path = join(dataDir, 'documents/expenses.db');
    await mkdir(path, { recursive: true });
    await expect(check()).rejects.toThrow(`${path} cannot be read`);
  });
});

async function overwrite(path: string, at: number, bytes: Buffer): Promise<void> {
  const content = await readFile(path);
  bytes.copy(content, at);
  await writeFile(path, content);
}
