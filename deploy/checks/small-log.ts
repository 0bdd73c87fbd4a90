import { join } from 'node:path';
import { openBlobs, type Blobs } from '@outlay/blobs';
import { openDocuments, SoleInstance } from '@outlay/documents';
import { openEventStore, type EventStore } from '@outlay/event-store';
import { LogBuilder, LogFiles, LogKeyring, LogPositionsStore } from '@outlay/audit';
import { openPrivateKey, privateKey, type Signer } from '@outlay/transparency-log';

export const LOG_SIGNER: Signer = openPrivateKey(privateKey('verified-log', Buffer.alloc(32, 1)));

export interface SmallLog {
  readonly events: EventStore;
  readonly files: LogFiles;
  readonly builder: LogBuilder;
  close(): Promise<void>;
}

/** An event store and its log, without the other parts of the product. */
export async function openSmallLog(folder: string): Promise<SmallLog> {
  const events = await openEventStore({ file: join(folder, 'events.db') });
  const documents = await openDocuments({ file: join(folder, 'audit.db'), durability: 'normal' });
  const blobs: Blobs = await openBlobs({ folder: join(folder, 'blobs') });
  const files = new LogFiles(blobs);
  return {
    events,
    files,
    builder: new LogBuilder(
      new SoleInstance(),
      events,
      files,
      new LogPositionsStore(documents),
      new LogKeyring(files.keyChanges, LOG_SIGNER),
    ),
    close: async () => {
      await events.close();
      await documents.destroy();
      await blobs.close();
    },
  };
}
