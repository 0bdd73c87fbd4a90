import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { OutlayError } from '@outlay/contracts';
import type { PastEnd } from '@outlay/event-sourcing';
import type { EventStoreOptions } from '@outlay/event-store';
import type { Clock } from '@outlay/time';
import { CLOCK, PAST_EVENTS } from '../../ports.js';
import { Snapshot } from './open-snapshot.js';
import type { PastQuery, PastReplies } from './snapshot.js';

/** Each has a thread and a copy of the read model. */
const KEPT = 3;
/** The largest number that one person may have, so that nobody takes all. */
const SHARE = KEPT - 1;
/** The time that a ready snapshot is kept for a person who was told to ask again. */
const HELD_MS = 5_000;
const KEPT_UNUSED_MS = 10 * 60_000;
/** The time that a caller waits before being told to ask again. */
const WAIT_MS = 2_500;
/** A person who does not ask again for so long loses the place in the queue. */
const PLACE_KEPT_MS = 10_000;
/** An event is stored some time after its instant; a snapshot of an instant as recent as this may lack some. */
const SETTLED_MS = 60_000;

type Made = Pick<Snapshot, 'made' | 'isReady' | 'progress' | 'ask' | 'end'>;
type Make = (...request: ConstructorParameters<typeof Snapshot>) => Made;

interface Kept {
  readonly snapshot: Made;
  readonly isFinal: boolean;
  readonly madeAt: number;
  readyAt: number;
  /** The person it is made for; once it is ready, the person who used it last. */
  readonly personId: string;
  expiry: NodeJS.Timeout;
}

/** The wish of a person for a snapshot that has not been started. */
interface Turn {
  readonly key: string;
  readonly end: PastEnd;
  readonly started: Promise<Made>;
  readonly resolve: (snapshot: Made) => void;
  askedAt: number;
}

/**
 * Read models as they were, beside the live one: made when they are asked for, kept for a while. For each person one is
 * made at a time, in the order of their requests; the person with the most snapshots makes room for others.
 */
@Injectable()
export class Snapshots {
  private readonly logger = new Logger('Past');
  /** The one that was used last is the last. */
  private readonly kept = new Map<string, Kept>();
  /** The turns in the order of the requests, by person. */
  private readonly turns = new Map<string, Turn>();

  constructor(
    @Inject(PAST_EVENTS) private readonly eventStore: EventStoreOptions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Optional() private readonly make: Make = (...request) => new Snapshot(...request),
  ) {}

  /**
   * @param personId who asks
   * @throws SNAPSHOT_NOT_READY while it is made, with its progress in percent
   * @throws SERVICE_UNAVAILABLE if making it fails; the next question tries again
   */
  async ask<Query extends PastQuery>(
    end: PastEnd,
    query: Query,
    personId: string,
  ): Promise<PastReplies[Query['kind']]> {
    const timeout = new Promise<'timeout'>((resolve) => setTimeout(resolve, WAIT_MS, 'timeout').unref());
    const key = JSON.stringify(end);
    const snapshot = this.use(key, personId) ?? (await Promise.race([this.takeTurn(key, end, personId), timeout]));
    if (snapshot === 'timeout') throw notReady(0);
    if ((await Promise.race([snapshot.made, timeout])) === 'timeout') throw notReady(snapshot.progress);
    return snapshot.ask(query);
  }

  async onApplicationShutdown(): Promise<void> {
    this.turns.clear();
    await Promise.all([...this.kept.keys()].map((key) => this.end(key)));
  }

  /** Null unless it is kept and equals one that would be made now. */
  private use(key: string, personId: string): Made | null {
    const known = this.kept.get(key);
    if (known === undefined) return null;
    if (!known.isFinal && this.now() - known.madeAt >= SETTLED_MS / 2) {
      void this.end(key);
      return null;
    }
    clearTimeout(known.expiry);
    this.kept.delete(key);
    const owner = known.snapshot.isReady ? personId : known.personId;
    this.kept.set(key, { ...known, personId: owner, expiry: this.expiryOf(key) });
    return known.snapshot;
  }

  /** A person's new instant replaces the one they asked for before. */
  private takeTurn(key: string, end: PastEnd, personId: string): Promise<Made> {
    const known = this.turns.get(personId);
    const turn = known?.key === key ? known : newTurn(key, end);
    turn.askedAt = this.now();
    this.turns.set(personId, turn);
    this.startNext();
    return turn.started;
  }

  private startNext(): void {
    for (const [personId, turn] of this.turns) {
      if (this.now() - turn.askedAt > PLACE_KEPT_MS) this.turns.delete(personId);
      else if (!this.isMadeFor(personId) && this.makeRoomFor(personId)) this.start(turn, personId);
    }
  }

  private isMadeFor(personId: string): boolean {
    return [...this.kept.values()].some((kept) => kept.personId === personId && !kept.snapshot.isReady);
  }

  /** Ends a snapshot of the person if they have their share, or else of the one with the most: the least used one. */
  private makeRoomFor(personId: string): boolean {
    const ready = [...this.kept].filter(([, { snapshot }]) => snapshot.isReady);
    if (this.heldBy(personId) >= SHARE) return this.endFirst(ready.filter(([, kept]) => kept.personId === personId));
    if (this.kept.size < KEPT) return true;
    const used = ready.filter(([, { readyAt }]) => this.now() >= readyAt + HELD_MS);
    return this.endFirst(used.sort(([, a], [, b]) => this.heldBy(b.personId) - this.heldBy(a.personId)));
  }

  private heldBy(personId: string): number {
    return [...this.kept.values()].filter((kept) => kept.personId === personId).length;
  }

  private endFirst([first]: readonly [key: string, kept: Kept][]): boolean {
    if (first !== undefined) void this.end(first[0]);
    return first !== undefined;
  }

  private start({ key, end }: Turn, personId: string): void {
    const now = this.now();
    const snapshot: Made = this.make(
      { eventStore: this.eventStore, end },
      () => {
        if (this.kept.get(key)?.snapshot === snapshot) this.forget(key);
        this.startNext();
      },
      (message) => this.logger.warn(message),
    );
    const isFinal = 'before' in end || now - Date.parse(end.asOf) > SETTLED_MS;
    this.kept.set(key, { snapshot, isFinal, madeAt: now, readyAt: Infinity, personId, expiry: this.expiryOf(key) });
    void snapshot.made.then(() => this.becomeReady(key));
    for (const [waiting, turn] of this.turns) {
      if (turn.key !== key) continue;
      this.turns.delete(waiting);
      turn.resolve(snapshot);
    }
  }

  private becomeReady(key: string): void {
    const kept = this.kept.get(key);
    if (kept) kept.readyAt = this.now();
    this.startNext();
    setTimeout(() => this.startNext(), HELD_MS).unref();
  }

  private expiryOf(key: string): NodeJS.Timeout {
    return setTimeout(() => void this.end(key), KEPT_UNUSED_MS).unref();
  }

  private forget(key: string): Made | undefined {
    const kept = this.kept.get(key);
    this.kept.delete(key);
    clearTimeout(kept?.expiry);
    return kept?.snapshot;
  }

  private async end(key: string): Promise<void> {
    await this.forget(key)?.end();
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

function newTurn(key: string, end: PastEnd): Turn {
  let resolve: Turn['resolve'] = () => undefined;
  const started = new Promise<Made>((resolveStarted) => {
    resolve = resolveStarted;
  });
  return { key, end, started, resolve, askedAt: 0 };
}

function notReady(progress: number): OutlayError {
  const percent = Math.floor(progress * 100);
  const message = `The past is being read from the events: ${percent}%. Please ask again in a moment.`;
  return new OutlayError('SNAPSHOT_NOT_READY', message, { percent });
}
