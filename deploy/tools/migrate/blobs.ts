import { createHash } from 'node:crypto';
import type { Blobs } from '@outlay/blobs';
import { inParallel } from '@outlay/concurrency';
import type { StepProgress, Totals } from './migration.js';
import type { MovedFile, Source } from './source.js';
import { writeFile } from './stores-source.js';

/** The concurrency is low, because parts of the blobs are in memory. */
const CONCURRENCY = 4;

export async function readBlobs(source: Source, onProgress: StepProgress): Promise<Totals> {
  let done = 0;
  const fingerprints = await inParallel(await source.fileKeys(), CONCURRENCY, async (key) => {
    const fingerprint = fingerprintOf(await source.file(key));
    onProgress((done += 1));
    return `${key} ${fingerprint}\n`;
  });
  const content = createHash('sha256').update(fingerprints.join('')).digest('hex');
  return { name: 'files', count: fingerprints.length, content };
}

export async function migrateBlobs(from: Source, to: Source, target: Blobs, onProgress: StepProgress): Promise<void> {
  const [ours, theirs] = [await from.fileKeys(), await to.fileKeys()];
  const targetKeys = new Set(theirs);
  let done = 0;
  await inParallel(ours, CONCURRENCY, async (key) => {
    const file = await from.file(key);
    if (!file) throw new Error(`The file ${key} was deleted meanwhile.`);
    const isCopied = targetKeys.has(key) && fingerprintOf(file) === fingerprintOf(await to.file(key));
    if (!isCopied) await writeFile(target, file, from.content(key));
    onProgress((done += 1));
  });
  const sourceKeys = new Set(ours);
  for (const key of theirs) if (!sourceKeys.has(key)) await target.delete(key);
}

function fingerprintOf(file: MovedFile | null): string {
  return file ? `${file.contentType} ${file.size} ${file.sha256}` : '';
}
