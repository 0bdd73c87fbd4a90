import { createHash } from 'node:crypto';
import type { Blobs } from '@outlay/blobs';
import { LogFileMissing, LogFiles } from '@outlay/audit';
import { entriesPath, tilePath, TILE_WIDTH } from '@outlay/transparency-log';
import { listFiles } from '../migrate/stores-source.js';
import type { BackupSet, FileRow } from './backup-set.js';

export const LOG = 'audit/';
const KEPT = `${LOG}checkpoints/`;
export const KEY_CHANGES = `${LOG}key-changes/`;
const LATEST = `${LOG}checkpoint`;

interface BackedUpLog {
  /** The latest checkpoint among those that are kept. */
  readonly checkpoint: string | null;
  readonly files: readonly FileRow[];
  /** The paths of tiles that the log lacks. */
  readonly missing: readonly string[];
}

/** The log as it is at its latest checkpoint, although it may go on meanwhile. @param known what an earlier backup has */
export async function backUpLog(
  blobs: Blobs,
  set: BackupSet,
  known: ReadonlyMap<string, FileRow>,
): Promise<BackedUpLog> {
  const files: FileRow[] = [];
  const missing: string[] = [];
  const store = async (key: string, content: Buffer, contentType: string) => {
    const sha256 = createHash('sha256').update(content).digest('hex');
    const object = { sha256, size: content.length };
    await set.put(object, async function* () {
      yield content;
    });
    files.push({ key, contentType, ...object, storedAt: null });
  };

  let checkpoint: string | null = null;
  for (const { key } of await listFiles(blobs, KEPT)) {
    const content = (await blobs.readAll(key)) ?? Buffer.alloc(0);
    await store(key, content, 'application/json');
    checkpoint = latestOf(content) ?? checkpoint;
  }
  // Key changes are read after the checkpoints, so that the change before each checkpoint is there.
  for (const { key } of await listFiles(blobs, KEY_CHANGES))
    await store(key, (await blobs.readAll(key)) ?? Buffer.alloc(0), 'text/plain');
  const log = new LogFiles(blobs);
  checkpoint ??= await log.checkpoint();
  if (checkpoint === null) return { checkpoint, files, missing };
  await store(LATEST, Buffer.from(checkpoint), 'text/plain');
  for (const path of pathsOf(sizeOf(checkpoint))) {
    const stored = known.get(LOG + path);
    // The files of one path have one content for ever.
    if (stored && (await set.has(stored))) {
      files.push(stored);
      continue;
    }
    const content = await log.read(path).catch((error: unknown) => {
      if (error instanceof LogFileMissing) return null;
      throw error;
    });
    if (content) await store(LOG + path, content, 'application/octet-stream');
    else missing.push(path);
  }
  return { checkpoint, files, missing };
}

/** The number of events that the checkpoint commits to; 0 if it is unreadable. */
export function sizeOf(checkpoint: string): number {
  const size = Number(checkpoint.split('\n')[1]);
  return Number.isSafeInteger(size) ? size : 0;
}

function latestOf(kept: Buffer): string | null {
  try {
    const notes: unknown = JSON.parse(kept.toString());
    const last: unknown = Array.isArray(notes) ? notes.at(-1) : null;
    return typeof last === 'string' ? last : null;
  } catch {
    return null;
  }
}

function* pathsOf(size: number): Generator<string> {
  for (let level = 0, complete = size; complete > 0; level += 1, complete = Math.floor(complete / TILE_WIDTH)) {
    for (let index = 0; index * TILE_WIDTH < complete; index += 1) {
      const width = Math.min(TILE_WIDTH, complete - index * TILE_WIDTH);
      yield tilePath({ level, index, width });
      if (level === 0) yield entriesPath({ index, width });
    }
  }
}
