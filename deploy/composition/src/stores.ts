import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openBlobs, type Blobs } from '@outlay/blobs';
import { isReady, openDocuments, type DocumentsOptions } from '@outlay/documents';
import { openEventStore, type EventStore, type EventStoreOptions } from '@outlay/event-store';
import { openJobs, type Jobs } from '@outlay/jobs';
import { systemClock, withDeadline, type Clock } from '@outlay/time';
import type { BackingUrls } from './config.js';
import { observeDocuments, observeEventStore } from './observed-stores.js';
import { ServerOutages } from './server-outages.js';

type Documents = Awaited<ReturnType<typeof openDocuments>>;
export type DocumentsOwner = 'auth' | 'invites' | 'fx' | 'expenses' | 'audit' | 'reports';
export type StoreName = DocumentsOwner | 'eventStore' | 'blobs';

interface Store {
  readonly name: string;
  readonly isReady: () => Promise<boolean>;
  /** Rejects with the reason why the store is not ready. */
  readonly probe: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

interface Server {
  readonly setting: string;
  readonly url: string;
}

const PROBE_MS = 5_000;

/** Opens each store once, on first use. */
export class Stores {
  private readonly known = new Map<string, Promise<unknown>>();
  private readonly opened: Store[] = [];
  /** Why stores could not be opened lately. */
  private readonly unopened = new Map<string, unknown>();
  private readonly probing = new Set<string>();
  private readonly connections: Documents[] = [];

  constructor(
    private readonly dataDir: string,
    private readonly backing: Pick<BackingUrls, 'eventStore' | 'mongo' | 'redis' | 's3'>,
    private readonly readOnly?: DocumentsOptions['readOnly'],
    private readonly outages = new ServerOutages(),
    private readonly clock: Clock = systemClock,
  ) {}

  documents(owner: DocumentsOwner): Promise<Documents> {
    return this.once(
      owner,
      async () => {
        const folder = join(this.dataDir, 'documents');
        if (!this.backing.mongo && !this.readOnly) await mkdir(folder, { recursive: true });
        const documents = await openDocuments({
          url: this.backing.mongo ?? undefined,
          file: join(folder, `${owner}.db`),
          // These can be made again from the events, so writes need not wait for the disk.
          durability: owner === 'expenses' || owner === 'audit' ? 'normal' : 'full',
          readOnly: this.readOnly,
          observe: observeDocuments,
        });
        this.connections.push(documents);
        return documents;
      },
      {
        isReady,
        probe: async ({ db }) => {
          if (!db) throw new Error('the connection is lost');
          await db.command({ ping: 1 });
        },
        close: (documents) => documents.close(),
      },
    );
  }

  /** Forgets models, because a service that did not start defines them again at its next attempt. */
  forgetModels(): void {
    for (const documents of this.connections) documents.deleteModel(/./);
  }

  /** The place of a store in messages to the operator. */
  placeOf(name: StoreName): string {
    const { eventStore, mongo, s3 } = this.backing;
    if (name === 'eventStore') return eventStore === null ? join(this.dataDir, 'events.db') : 'EVENTSTORE_URL';
    if (name === 'blobs') return s3 === null ? join(this.dataDir, 'blobs') : 'S3_URL';
    return mongo === null ? join(this.dataDir, 'documents', `${name}.db`) : `outlay-${name} at MONGO_URL`;
  }

  /** The options to open a separate connection to the events. */
  eventsOptions(): Pick<EventStoreOptions, 'url' | 'file'> {
    const url = this.backing.eventStore;
    return { ...(url !== null && { url }), file: join(this.dataDir, 'events.db') };
  }

  events(): Promise<EventStore> {
    const open = async () => {
      const options = this.eventsOptions();
      const store = await openEventStore({ ...options, readOnly: this.readOnly, clock: this.clock });
      return options.url === undefined ? store : observeEventStore(store);
    };
    return this.port('eventStore', open, (events) => events.head());
  }

  /** The places of the stores, for a thread that opens them again. */
  get places(): { readonly dataDir: string; readonly backing: BackingUrls } {
    return { dataDir: this.dataDir, backing: { ...this.backing, nats: null } };
  }

  jobs(): Promise<Jobs> {
    const { redis: url } = this.backing;
    const open = () => openJobs({ url: url ?? undefined, file: join(this.dataDir, 'jobs.db') });
    return this.port('jobs', open, (jobs) => jobs.state('probe', 'none'));
  }

  blobs(): Promise<Blobs> {
    const readOnly = this.readOnly !== undefined;
    const url = this.backing.s3 ?? undefined;
    const open = () => openBlobs({ url, folder: join(this.dataDir, 'blobs'), readOnly });
    return this.port('blobs', open, (blobs) => blobs.stat('probe'));
  }

  /** The settings whose servers cannot be used. */
  missingServers(): string[] {
    return this.outages.missing;
  }

  /** Logs also which servers cannot be used, and why. */
  async isReady(): Promise<Record<string, boolean>> {
    const states = this.opened.map(async (store) => ({ store, ready: await store.isReady() }));
    const found = await Promise.all(states);
    for (const [name, error] of this.unopened) this.report(name, error);
    for (const { store, ready } of found) {
      if (ready)
        this.reportWorking(
          store.name,
          found.flatMap((one) => (one.ready ? [] : one.store.name)),
        );
      else void this.explain(store);
    }
    return Object.fromEntries([
      ...[...this.unopened.keys()].map((name) => [name, false] as const),
      ...found.map(({ store, ready }) => [store.name, ready] as const),
    ]);
  }

  /** Runs in parallel with the checks, since a server may take long to refuse. */
  private async explain({ name, probe }: Store): Promise<void> {
    if (this.probing.has(name)) return;
    this.probing.add(name);
    try {
      await withDeadline(probe(), PROBE_MS, 'The check');
      this.report(name, new Error('it does not accept writes'));
    } catch (error) {
      this.report(name, error);
    } finally {
      this.probing.delete(name);
    }
  }

  private report(name: string, error: unknown): void {
    const server = this.serverOf(name);
    if (server) this.outages.failed(server.setting, server.url, error);
  }

  private reportWorking(name: string, failing: readonly string[]): void {
    const server = this.serverOf(name);
    const isShared = [...this.unopened.keys(), ...failing].some(
      (other) => this.serverOf(other)?.setting === server?.setting,
    );
    if (server && !isShared) this.outages.works(server.setting, server.url);
  }

  private serverOf(name: string): Server | null {
    const { eventStore, mongo, redis, s3 } = this.backing;
    const servers: Record<string, [setting: string, url: string | null]> = {
      eventStore: ['EVENTSTORE_URL', eventStore],
      jobs: ['REDIS_URL', redis],
      blobs: ['S3_URL', s3],
    };
    const [setting, url] = servers[name] ?? ['MONGO_URL', mongo];
    return url === null ? null : { setting, url };
  }

  async close(): Promise<void> {
    await Promise.all(this.opened.splice(0).map(({ close }) => close()));
    this.known.clear();
  }

  private port<Port extends Pick<Store, 'isReady' | 'close'>>(
    name: string,
    open: () => Promise<Port>,
    probe: (port: Port) => Promise<unknown>,
  ): Promise<Port> {
    return this.once(name, open, { probe, isReady: (port) => port.isReady(), close: (port) => port.close() });
  }

  private once<Opened>(name: string, open: () => Promise<Opened>, uses: Uses<Opened>): Promise<Opened> {
    const known = this.known.get(name) as Promise<Opened> | undefined;
    if (known) return known;
    const opening = open().then((opened) => {
      this.unopened.delete(name);
      const { isReady, probe, close } = uses;
      this.opened.push({
        name,
        isReady: () => isReady(opened),
        probe: () => probe(opened),
        close: () => close(opened),
      });
      return opened;
    });
    this.known.set(name, opening);
    // The next use tries again.
    opening.catch((error: unknown) => {
      this.known.delete(name);
      this.unopened.set(name, error);
    });
    return opening;
  }
}

type Uses<Opened> = {
  readonly [Use in Exclude<keyof Store, 'name'>]: (opened: Opened) => ReturnType<Store[Use]>;
};
