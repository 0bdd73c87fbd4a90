import { sourceArguments, spawnSource } from '@outlay/testing/backing/spawn-source';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { openEventStore } from '../open-event-store.js';

/** The invariant is measured over 500 kills. */
const KILLS = Number(process.env.KILLS ?? 5);
const FAILING_CHILD = join(import.meta.dirname, '../../test/append-until-it-fails.mjs');
const CHILD = join(import.meta.dirname, '../../test/append-until-killed.mjs');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outlay-crash-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function acknowledgedUntilKilled(file: string): Promise<string[]> {
  const child = spawnSource(CHILD, file);
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), Math.random() * 100));
  const output = await text(child.stdout);
  return output.split('\n').slice(0, -1);
}

test(
  'a killed process loses no acknowledged event and leaves no partial batch',
  async () => {
    const file = join(folder, 'events.db');
    const acknowledged: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const ids = await acknowledgedUntilKilled(file);
      expect(ids.length).toBeGreaterThan(0);
      acknowledged.push(...ids);
      const store = await openEventStore({ file });
      const stored = await store.readAll({ prefixes: ['crash-'], after: null, limit: 10_000_000 });
      await store.close();
      const storedIds = new Set(stored.map(({ id }) => id));
      expect(acknowledged.filter((id) => !storedIds.has(id))).toEqual([]);
      expect(stored.length % 3).toBe(0);
    }
  },
  60_000 + KILLS * 5000,
);

test('a commit that fails on the file may have been stored, so its outcome is unknown', async () => {
  const limited = ['-c', 'ulimit -f 1000 && exec "$@"', 'sh', process.execPath];
  const file = join(folder, 'limited.db');
  const { stdout } = await promisify(execFile)('sh', [...limited, ...sourceArguments(FAILING_CHILD, file)]);
  expect(stdout).toBe('EventStoreOutcomeUnknown');
});
