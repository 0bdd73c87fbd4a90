import { Logger } from '@nestjs/common';
import { OutlayError } from '@outlay/contracts';
import type { PastEnd } from '@outlay/event-sourcing';
import type { EventStoreOptions } from '@outlay/event-store';
import type { Clock } from '@outlay/time';
import { Snapshot } from './open-snapshot.js';
import type { PastQuery, PastReplies } from './snapshot.js';

/** Each has a thread and a copy of the read model. */
const KEPT = 3;
const KEPT_UNUSED_MS = 10 * 60_000;
/** Below the deadline of messages; afterwards the caller asks again. */
const WAIT_MS = 2_500;
/** An event is stored some time after its instant; a snapshot of an instant as recent as this may lack some. */
const SETTLED_MS = 60_000;

interface Kept {
  readonly snapshot: Snapshot;
  readonly isFinal: boolean;
  readonly madeAt: number;
  expiry: NodeJS.Timeout;
}

/** Read models as they were, beside the live one: made when they are asked for, kept for a while. */
export class Snapshots {
  private readonly logger = new Logger('Past');
  /** The one that was used last is the last. */
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly eventStore: EventStoreOptions,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws SNAPSHOT_NOT_READY while it is made, with its progress in percent
   * @throws SERVICE_UNAVAILABLE if making it fails; the next question tries again
   */
  async ask<Query extends PastQuery>(end: PastEnd, query: Query): Promise<PastReplies[Query['kind']]> {
    const snapshot = this.open(end);
    const timeout = new Promise((resolve) => setTimeout(resolve, WAIT_MS, 'timeout').unref());
    if ((await Promise.race([snapshot.made, timeout])) === 'timeout') throw notReady(snapshot.progress);
    return snapshot.ask(query);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.kept.keys()].map((key) => this.end(key)));
  }

  private open(end: PastEnd): Snapshot {
    const key = JSON.stringify(end);
    const now = this.clock.now().getTime();
    const known = this.kept.get(key);
    const isCurrent = known && (known.isFinal || now - known.madeAt < SETTLED_MS / 2);
    if (known && !isCurrent) void this.end(key);
    const snapshot = isCurrent ? known.snapshot : this.start(key, end);
    clearTimeout(known?.expiry);
    const expiry = setTimeout(() => void this.end(key), KEPT_UNUSED_MS).unref();
    const isFinal = 'before' in end || now - Date.parse(end.asOf) > SETTLED_MS;
    this.kept.delete(key);
    this.kept.set(key, isCurrent ? { ...known, expiry } : { snapshot, isFinal, madeAt: now, expiry });
    return snapshot;
  }

  private start(key: string, end: PastEnd): Snapshot {
    if (this.kept.size >= KEPT) {
      const [unused] = [...this.kept].find(([, { snapshot }]) => snapshot.isReady) ?? [];
      if (unused === undefined) throw notReady(0);
      void this.end(unused);
    }
    const snapshot: Snapshot = new Snapshot(
      { eventStore: this.eventStore, end },
      () => {
        if (this.kept.get(key)?.snapshot === snapshot) this.kept.delete(key);
      },
      (message) => this.logger.warn(message),
    );
    return snapshot;
  }

  private async end(key: string): Promise<void> {
    const kept = this.kept.get(key);
    this.kept.delete(key);
    clearTimeout(kept?.expiry);
    await kept?.snapshot.end();
  }
}

function notReady(progress: number): OutlayError {
  const percent = Math.floor(progress * 100);
  const message = `The past is being read from the events: ${percent}%. Please ask again in a moment.`;
  return new OutlayError('SNAPSHOT_NOT_READY', message, { percent });
}
