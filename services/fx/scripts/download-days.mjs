import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Daily rates of some 160 currencies under CC0; each day takes about 1.1 MB, of which one small file is read. */
export const PACKAGE = '@fawazahmed0/currency-api';
const RATES_IN_PACKAGE = 'package/v1/currencies/eur.min.json';
const CONCURRENCY = 2;
const BUFFER = { maxBuffer: 2 ** 24 };

const run = promisify(execFile);

/** Oldest first: [{ version: '2026.9.1', date: '2026-09-01' }, …]. */
export async function publishedDays(since) {
  const { stdout } = await run('npm', ['view', PACKAGE, 'versions', '--json'], { ...BUFFER, timeout: 120_000 });
  return JSON.parse(stdout)
    .filter((version) => /^\d{4}\.\d{1,2}\.\d{1,2}$/.test(version))
    .map((version) => ({ version, date: version.replace(/\.(\d+)/g, (_, part) => `-${part.padStart(2, '0')}`) }))
    .filter(({ date }) => date >= since)
    .sort((a, b) => a.date.localeCompare(b.date));
}

export async function downloadDays(days, onProgress) {
  const folder = await mkdtemp(join(tmpdir(), 'fx-refresh-'));
  const downloaded = new Map();
  const unreachable = [];
  const waiting = [...days];
  const work = async () => {
    for (let day = waiting.shift(); day; day = waiting.shift()) {
      try {
        downloaded.set(day.date, await ratesOf(day, folder));
      } catch (error) {
        unreachable.push({ date: day.date, reason: reasonOf(error) });
      }
      onProgress(downloaded.size + unreachable.length, days.length, day.date);
    }
  };
  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { downloaded, unreachable };
}

/** The first line is an error code for npm; later lines may contain hosts and paths. */
export function reasonOf(error) {
  const lines = String(error.stderr || error.message)
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('npm warn'));
  return (lines[0] ?? 'unknown').replace(/^npm error /, '');
}

async function ratesOf({ version, date }, folder) {
  const pack = ['pack', `${PACKAGE}@${version}`, '--pack-destination', folder, '--json'];
  const [{ filename }] = JSON.parse((await run('npm', pack, { ...BUFFER, timeout: 120_000 })).stdout);
  const archive = join(folder, filename);
  const { stdout } = await run('tar', ['-xOzf', archive, RATES_IN_PACKAGE], BUFFER);
  await rm(archive);
  const content = JSON.parse(stdout);
  if (content.date !== date) throw new Error(`the file is of ${content.date}`);
  return content.eur;
}
