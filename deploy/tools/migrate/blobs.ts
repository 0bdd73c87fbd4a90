import { createHash } from 'node:crypto';
import type { Blobs, ListedBlob } from '@outlay/blobs';
import { MARK } from '@outlay/composition';
import { inParallel } from '@outlay/seed';
import type { StepProgress, Totals } from './migration.js';

/** Low, because blobs are read into memory. */
const CONCURRENCY = 4;

export async function readBlobs(store: Blobs, onProgress: StepProgress): Promise<Totals> {
  let done = 0;
  const fingerprints = await inParallel(await listAll(store), CONCURRENCY, async ({ key }) => {
    const fingerprint = await fingerprintOf(store, key);
    onProgress((done += 1));
    return `${key} ${fingerprint}\n`;
  });
  const content = createHash('sha256').update(fingerprints.join('')).digest('hex');
  return { name: 'files', count: fingerprints.length, content };
}

export async function migrateBlobs(from: Blobs, to: Blobs, onProgress: StepProgress): Promise<void> {
  const ours = await listAll(from);
  const theirs = await listAll(to);
  const targetKeys = new Set(theirs.map(({ key }) => key));
  let done = 0;
  await inParallel(ours, CONCURRENCY, async ({ key }) => {
    const isCopied = targetKeys.has(key) && (await fingerprintOf(from, key)) === (await fingerprintOf(to, key));
    if (!isCopied) await copy(from, to, key);
    onProgress((done += 1));
  });
  const sourceKeys = new Set(ours.map(({ key }) => key));
  for (const { key } of theirs) if (!sourceKeys.has(key)) await to.delete(key);
}

async function copy(from: Blobs, to: Blobs, key: string): Promise<void> {
  const [info, content] = await Promise.all([from.stat(key), from.readAll(key)]);
  if (!info || !content) throw new Error(`The blob ${key} was deleted during the migration.`);
  await to.put(key, content, { contentType: info.contentType });
}

async function fingerprintOf(store: Blobs, key: string): Promise<string> {
  const [info, content] = await Promise.all([store.stat(key), store.readAll(key)]);
  const bytes = createHash('sha256')
    .update(content ?? '')
    .digest('hex');
  return `${info?.contentType} ${info?.size} ${bytes}`;
}

async function listAll(store: Blobs): Promise<ListedBlob[]> {
  const all: ListedBlob[] = [];
  for (let after: string | undefined; ;) {
    const page: ListedBlob[] = await store.list('', { after });
    after = page.at(-1)?.key;
    if (after === undefined) return all;
    all.push(...page.filter(({ key }) => key !== MARK));
  }
}
