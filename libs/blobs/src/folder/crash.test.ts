import { spawnSource } from '@outlay/testing/backing/spawn-source';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Blobs } from '../blobs.js';
import { openBlobs } from '../open-blobs.js';

/** The invariant is measured over 300 kills. */
const KILLS = Number(process.env.KILLS ?? 5);
const CHILD = join(import.meta.dirname, '../../test/put-until-killed.mjs');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outlay-crash-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function acknowledgedUntilKilled(): Promise<string[]> {
  const child = spawnSource(CHILD, folder);
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), Math.random() * 100));
  const output = await text(child.stdout);
  return output.split('\n').slice(0, -1);
}

async function corrupted(blobs: Blobs, keys: readonly string[]): Promise<string[]> {
  const bad: string[] = [];
  for (const key of keys) {
    const hash = createHash('sha256').update((await blobs.readAll(key)) ?? '');
    if ((await blobs.stat(key))?.contentType !== `application/x-${hash.digest('hex')}`) bad.push(key);
  }
  return bad;
}

test(
  'a killed process loses no acknowledged blob and leaves no partial one',
  async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const acknowledged = await acknowledgedUntilKilled();
      expect(acknowledged.length).toBeGreaterThan(0);
      const blobs = await openBlobs({ folder });
      const stored = (await blobs.list('crash/')).map(({ key }) => key);
      expect(acknowledged.filter((key) => !stored.includes(key))).toEqual([]);
      expect(await corrupted(blobs, stored)).toEqual([]);
      for (const key of stored) if (key !== 'crash/replaced') await blobs.delete(key);
    }
  },
  60_000 + KILLS * 5000,
);
