import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { tempFolder } from '@outlay/testing';
import { EMBEDDED } from './config.js';
import { lockDataFolder, lockEmbedded } from './data-folder-lock.js';

const HOLD = `
  const database = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
  database.exec('BEGIN EXCLUSIVE');
  console.log('locked');
  setInterval(() => undefined, 1000);
`;

describe('the lock of a data folder', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  beforeEach(async () => {
    folder = await tempFolder('outlay-lock');
  });
  afterEach(() => folder.remove());

  it('is held once, until it is released; the folder is created', async () => {
    const dataDir = join(folder.path, 'new');
    const lock = await lockDataFolder(dataDir);
    await expect(lockDataFolder(dataDir)).rejects.toThrow(
      `The product is running on ${dataDir}, or a tool uses it. Stop it first, or set another DATA_DIR.`,
    );
    lock.release();
    (await lockDataFolder(dataDir)).release();
  });

  it('ends with the process that holds it, even if that is killed', async () => {
    const holder = spawn(process.execPath, ['-e', HOLD, join(folder.path, 'lock')], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const exited = once(holder, 'exit');
    await once(holder.stdout, 'data');
    await expect(lockDataFolder(folder.path)).rejects.toThrow('The product is running on');
    holder.kill('SIGKILL');
    await exited;
    (await lockDataFolder(folder.path)).release();
  });

  it('is not needed by a tool whose stores are all servers', async () => {
    const backing = { ...EMBEDDED, eventStore: 'esdb://127.0.0.1:2113' };
    (await lockEmbedded({ dataDir: '/dev/null/outlay', backing }, ['eventStore'])).release();
    await expect(lockEmbedded({ dataDir: '/dev/null/outlay', backing }, ['eventStore', 'mongo'])).rejects.toThrow();
  });
});
