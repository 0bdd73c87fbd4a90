import type { BackupSet, FileRow, Manifest } from '../backup/backup-set.js';
import { backedUpEvents } from '../backup/events.js';
import type { Row, Source } from '../migrate/source.js';
import { OWNERS } from '../migrate/stores-source.js';

/** A backup as what an installation is filled from. */
export async function sourceOfBackup(set: BackupSet, manifest: Manifest): Promise<Source> {
  const files = new Map<string, FileRow>();
  for (const rows of manifest.files.rows)
    for (const file of await set.rows<FileRow>(rows, 'a list of files')) files.set(file.key, file);
  return {
    events: () => backedUpEvents(set, manifest),
    fileKeys: async () => [...files.keys()].sort(),
    file: async (key) => files.get(key) ?? null,
    async *content(key) {
      const file = files.get(key);
      if (file) yield* set.content(file, key);
    },
    async *collections() {
      for (const owner of OWNERS) {
        for (const { name, rows: stored } of manifest.documents.filter((one) => one.owner === owner)) {
          const pages = async function* () {
            for (const rows of stored) yield set.rows<Row>(rows, `documents of ${owner}: ${name}`);
          };
          yield { owner, name, pages };
        }
      }
    },
  };
}
