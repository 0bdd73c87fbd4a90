import { createHash } from 'node:crypto';
import type { Blobs, ListedBlob } from '@outlay/blobs';
import { inParallel } from '@outlay/seed';
import type { Tick, Totals } from './moved.js';

/** A blob is held in memory as a whole, and a report's zip may be large. */
const AT_A_TIME = 4;

/** Every file with its key, type and bytes. */
export async function readBlobs(store: Blobs, onProgress: Tick): Promise<Totals> {
  let done = 0;
  const prints = await inParallel(await listAll(store), AT_A_TIME, async ({ key }) => {
    const print = await printOf(store, key);
    onProgress((done += 1));
    return `${key} ${print}\n`;
  });
  const content = createHash('sha256').update(prints.join('')).digest('hex');
  return { name: 'files', count: prints.length, content };
}

/** Puts what is missing or other there, and takes away what is not here. */
export async function moveBlobs(from: Blobs, to: Blobs, onProgress: Tick): Promise<void> {
  const ours = await listAll(from);
  const theirs = await listAll(to);
  const known = new Set(theirs.map(({ key }) => key));
  let done = 0;
  await inParallel(ours, AT_A_TIME, async ({ key }) => {
    const isThere = known.has(key) && (await printOf(from, key)) === (await printOf(to, key));
    if (!isThere) await copy(from, to, key);
    onProgress((done += 1));
  });
  const kept = new Set(ours.map(({ key }) => key));
  for (const { key } of theirs) if (!kept.has(key)) await to.delete(key);
}

async function copy(from: Blobs, to: Blobs, key: string): Promise<void> {
  const [info, content] = await Promise.all([from.stat(key), from.readAll(key)]);
  if (!info || !content) throw new Error(`The blob ${key} was taken away while it was being moved.`);
  await to.put(key, content, { contentType: info.contentType });
}

async function printOf(store: Blobs, key: string): Promise<string> {
  const [info, content] = await Promise.all([store.stat(key), store.readAll(key)]);
  const bytes = createHash('sha256')
    .update(content ?? '')
    .digest('hex');
  return `${info?.contentType} ${info?.size} ${bytes}`;
}

async function listAll(store: Blobs): Promise<ListedBlob[]> {
  const all: ListedBlob[] = [];
  for (;;) {
    const page = await store.list('', { after: all.at(-1)?.key });
    if (page.length === 0) return all;
    all.push(...page);
  }
}
