import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Blobs } from '../blobs.js';
import { openBlobs } from '../open-blobs.js';

/** The invariant's own bench sets it higher: dangling references in 300 kills (quality §1.6). */
const KILLS = Number(process.env.KILLS ?? 5);
const CHILD = join(import.meta.dirname, '../../test/put-until-killed.mjs');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outlay-crash-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Lets a process write, kills it a random while after its first acknowledgement, and returns the keys it acknowledged. */
async function acknowledgedUntilKilled(): Promise<string[]> {
  const flags = ['--conditions=source', '--experimental-transform-types', '--no-warnings'];
  const child = spawn(process.execPath, [...flags, CHILD, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), Math.random() * 100));
  const output = await text(child.stdout);
  // The last line may be cut off by the kill; what was printed whole was acknowledged.
  return output.split('\n').slice(0, -1);
}

/** Those of the keys whose content is not the one their type belongs to. */
async function halfWritten(blobs: Blobs, keys: readonly string[]): Promise<string[]> {
  const bad: string[] = [];
  for (const key of keys) {
    const hash = createHash('sha256').update((await blobs.readAll(key)) ?? '');
    if ((await blobs.stat(key))?.contentType !== `application/x-${hash.digest('hex')}`) bad.push(key);
  }
  return bad;
}

test(
  'no acknowledged blob is lost and none is half-written when the process is killed',
  async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const acknowledged = await acknowledgedUntilKilled();
      expect(acknowledged.length).toBeGreaterThan(0);
      const blobs = await openBlobs({ folder });
      const stored = (await blobs.list('crash/')).map(({ key }) => key);
      expect(acknowledged.filter((key) => !stored.includes(key))).toEqual([]);
      expect(await halfWritten(blobs, stored)).toEqual([]);
      for (const key of stored) if (key !== 'crash/replaced') await blobs.delete(key);
    }
  },
  10_000 + KILLS * 2000,
);
