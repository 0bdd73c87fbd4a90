import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openBlobs, type Blobs } from '@outlay/blobs';
import { isReady, openDocuments, type DocumentsOptions } from '@outlay/documents';
import { openEventStore, type EventStore } from '@outlay/event-store';
import { openJobs, type Jobs } from '@outlay/jobs';
import type { BackingUrls } from './config.js';

type Documents = Awaited<ReturnType<typeof openDocuments>>;
export type DocumentsOwner = 'auth' | 'invites' | 'fx' | 'expenses' | 'reports';
export type StoreName = DocumentsOwner | 'eventStore' | 'blobs';

interface Store {
  readonly name: string;
  readonly isReady: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** Opens each store once, on first use. */
export class Stores {
  private readonly known = new Map<string, Promise<unknown>>();
  private readonly opened: Store[] = [];
  private readonly connections: Documents[] = [];

  constructor(
    private readonly dataDir: string,
    private readonly backing: Pick<BackingUrls, 'eventStore' | 'mongo' | 'redis' | 's3'>,
    private readonly readOnly?: DocumentsOptions['readOnly'],
  ) {}

  documents(owner: DocumentsOwner): Promise<Documents> {
    return this.once(
      owner,
      async () => {
        const folder = join(this.dataDir, 'documents');
        if (!this.backing.mongo && !this.readOnly) await mkdir(folder, { recursive: true, mode: 0o700 });
        const documents = await openDocuments({
          url: this.backing.mongo ?? undefined,
          file: join(folder, `${owner}.db`),
          // Read models can be rebuilt from the events, so writes need not wait for the disk.
          durability: owner === 'expenses' ? 'normal' : 'full',
          readOnly: this.readOnly,
        });
        this.connections.push(documents);
        return documents;
      },
      isReady,
      (documents) => documents.close(),
    );
  }

  /** For a service that did not start, and defines its models again when it tries again. */
  forgetModels(): void {
    for (const documents of this.connections) documents.deleteModel(/./);
  }

  /** For messages to the operator. */
  placeOf(name: StoreName): string {
    const { eventStore, mongo, s3 } = this.backing;
    if (name === 'eventStore') return eventStore === null ? join(this.dataDir, 'events.db') : 'EVENTSTORE_URL';
    if (name === 'blobs') return s3 === null ? join(this.dataDir, 'blobs') : 'S3_URL';
    return mongo === null ? join(this.dataDir, 'documents', `${name}.db`) : `outlay-${name} at MONGO_URL`;
  }

  events(): Promise<EventStore> {
    const { readOnly } = this;
    const url = this.backing.eventStore ?? undefined;
    return this.port('eventStore', () => openEventStore({ url, file: join(this.dataDir, 'events.db'), readOnly }));
  }

  jobs(): Promise<Jobs> {
    const { redis: url } = this.backing;
    return this.port('jobs', () => openJobs({ url: url ?? undefined, file: join(this.dataDir, 'jobs.db') }));
  }

  blobs(): Promise<Blobs> {
    const readOnly = this.readOnly !== undefined;
    const url = this.backing.s3 ?? undefined;
    return this.port('blobs', () => openBlobs({ url, folder: join(this.dataDir, 'blobs'), readOnly }));
  }

  async isReady(): Promise<Record<string, boolean>> {
    const states = this.opened.map(async ({ name, isReady }) => [name, await isReady()] as const);
    return Object.fromEntries(await Promise.all(states));
  }

  async close(): Promise<void> {
    await Promise.all(this.opened.splice(0).map(({ close }) => close()));
    this.known.clear();
  }

  private port<Port extends Omit<Store, 'name'>>(name: string, open: () => Promise<Port>): Promise<Port> {
    return this.once(
      name,
      open,
      (port) => port.isReady(),
      (port) => port.close(),
    );
  }

  private once<Opened>(
    name: string,
    open: () => Promise<Opened>,
    isReady: (opened: Opened) => Promise<boolean>,
    close: (opened: Opened) => Promise<void>,
  ): Promise<Opened> {
    const known = this.known.get(name) as Promise<Opened> | undefined;
    if (known) return known;
    const opening = open().then((opened) => {
      this.opened.push({ name, isReady: () => isReady(opened), close: () => close(opened) });
      return opened;
    });
    this.known.set(name, opening);
    // The next use tries again.
    opening.catch(() => this.known.delete(name));
    return opening;
  }
}
