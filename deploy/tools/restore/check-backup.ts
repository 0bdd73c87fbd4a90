import { eventHash } from '@outlay/event-store';
import { TreeHead, type LogKeys } from '@outlay/transparency-log';
import { UnusableBackup, type Manifest } from '../backup/backup-set.js';
import type { OnProgress } from '../migrate/migration.js';
import type { Source } from '../migrate/source.js';

/**
 * Reads everything, before anything is written. @param acceptAltered whether the events may differ from the checkpoint
 * @throws UnusableBackup that names what is missing, altered or from elsewhere
 */
export async function checkBackup(
  source: Source,
  manifest: Manifest,
  keys: LogKeys,
  acceptAltered: boolean,
  onProgress: OnProgress,
): Promise<void> {
  const checkpoint = manifest.checkpoint === null ? null : ourCheckpoint(manifest.checkpoint, keys);
  const tree = TreeHead.empty();
  let [count, root]: [number, Buffer | null] = [0, null];
  for await (const event of source.events()) {
    onProgress('checking the events', (count += 1), manifest.events.count);
    if (checkpoint === null || count > checkpoint.size) continue;
    tree.append(Buffer.from(eventHash(event), 'hex'));
    tree.takeFull();
    if (count === checkpoint.size) root = tree.root();
  }
  if (count !== manifest.events.count)
    throw new UnusableBackup(`There are ${count} events, not ${manifest.events.count}.`);
  if (checkpoint !== null && !root?.equals(checkpoint.root) && !acceptAltered) {
    throw new UnusableBackup(
      `The first ${checkpoint.size} events are not those that the checkpoint in the backup commits to: they were altered ` +
        'before it was made. Use an earlier backup, or pass --accept-altered and look at what the verification finds.',
    );
  }
  let done = 0;
  const files = await source.fileKeys();
  for (const key of files) {
    for await (const part of source.content(key)) void part;
    onProgress('checking the files', (done += 1), files.length);
  }
  for await (const { pages } of source.collections()) for await (const page of pages()) void page;
}

function ourCheckpoint(note: string, keys: LogKeys) {
  try {
    return keys.open(note);
  } catch (error) {
    const [origin] = note.split('\n');
    throw new UnusableBackup(
      `The checkpoint in the backup is one of ${origin}, but the audit key is that of ${keys.name}. Set AUDIT_KEY, or ` +
        'put the file audit-key into the data folder.',
      { cause: error },
    );
  }
}
