import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

/** The revision that marks a deleted stream, and the events that a soft delete hides. */
const LAST_REVISION = 2n ** 63n - 1n;

export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export interface LoggedEvent extends ProposedEvent {
  readonly stream: string;
  readonly revision: number | bigint;
  readonly position: bigint;
  readonly recordedAt: Date;
}

/** -1 for a stream that must not exist. */
type Head = number;

export type AppendOutcome =
  | { readonly kind: 'appended'; readonly last: LoggedEvent; readonly indexed: Promise<void> }
  | { readonly kind: 'repeated'; readonly last: LoggedEvent }
  /** The same events are written but not indexed: the server leaves the retry to the client. */
  | { readonly kind: 'dropped' }
  | { readonly kind: 'wrong-expected-revision'; readonly actual: Head };

/** An event can be read once it is indexed, `indexDelayMs` after it was written. */
export class EventLog {
  indexDelayMs = 0;
  readonly events: LoggedEvent[] = [];
  private readonly streams = new Map<string, LoggedEvent[]>();
  private readonly written = new Map<string, LoggedEvent[]>();
  /** The first stream that each event id was written to. */
  private readonly streamOfId = new Map<string, string>();
  private readonly unindexed: LoggedEvent[] = [];
  private readonly followers = new Set<(event: LoggedEvent) => void>();

  /** The events that a reader of the stream gets: stream metadata hide events that are still in the log. */
  readable(name: string): readonly LoggedEvent[] | 'deleted' | 'not found' {
    if (this.stream(name).at(-1)?.type === '$streamDeleted') return 'deleted';
    const settings = this.settingsOf(name);
    const oldest = settings.$maxAge === undefined ? 0 : Date.now() - settings.$maxAge * 1000;
    const events = this.stream(name).filter(
      ({ revision, recordedAt }) => Number(revision) >= (settings.$tb ?? 0) && recordedAt.getTime() >= oldest,
    );
    if (this.stream(name).length === 0 || settings.$tb === Number(LAST_REVISION)) return 'not found';
    return settings.$maxCount === undefined ? events : events.slice(-settings.$maxCount);
  }

  setMetadata(name: string, json: string): void {
    this.writeNow(`$$${name}`, { type: '$metadata', contentType: 'application/json', data: Buffer.from(json) });
  }

  softDelete(name: string): void {
    this.setMetadata(name, `{"$tb":${LAST_REVISION}}`);
  }

  tombstone(name: string): void {
    const end = { type: '$streamDeleted', contentType: 'application/octet-stream', data: new Uint8Array() };
    this.writeNow(name, end, LAST_REVISION);
  }

  stream(name: string): readonly LoggedEvent[] {
    return this.streams.get(name) ?? [];
  }

  follow(follower: (event: LoggedEvent) => void): () => void {
    this.followers.add(follower);
    return () => this.followers.delete(follower);
  }

  append(name: string, proposed: readonly ProposedEvent[], expected: Head): AppendOutcome {
    const written = this.written.get(name) ?? [];
    const head = written.length - 1;
    if (expected === head) {
      const last = this.write(name, proposed);
      return { kind: 'appended', last, indexed: this.index(last) };
    }
    const earlier = written.slice(expected + 1, expected + 1 + proposed.length);
    const last = earlier.at(-1);
    const isRepeated = proposed.every(({ id }, index) => earlier[index]?.id === id);
    if (!isRepeated || !last) return { kind: 'wrong-expected-revision', actual: head };
    if (!this.unindexed.includes(last)) return { kind: 'repeated', last };
    // Without an index, the server finds an event by its id, and knows each id in one stream only.
    const isKnown = proposed.every(({ id }) => this.streamOfId.get(id) === name);
    return isKnown ? { kind: 'dropped' } : { kind: 'wrong-expected-revision', actual: head };
  }

  private settingsOf(name: string): { readonly $tb?: number; readonly $maxCount?: number; readonly $maxAge?: number } {
    const last = this.stream(`$$${name}`).at(-1);
    return last ? (JSON.parse(Buffer.from(last.data).toString()) as object) : {};
  }

  private writeNow(name: string, event: Pick<ProposedEvent, 'type' | 'contentType' | 'data'>, revision?: bigint): void {
    const last = this.write(name, [{ ...event, id: randomUUID(), metadata: new Uint8Array() }], revision);
    void this.index(last);
  }

  private write(name: string, proposed: readonly ProposedEvent[], revision?: bigint): LoggedEvent {
    const earlier = this.written.get(name) ?? [];
    const count = this.events.length + this.unindexed.length;
    const written = proposed.map((event, index) => ({
      ...event,
      stream: name,
      revision: revision ?? earlier.length + index,
      // Positions are like real ones: with gaps, and beyond the precision of a double.
      position: 2n ** 60n + BigInt(count + index) * 137n,
      recordedAt: new Date(),
    }));
    const last = written.at(-1);
    if (!last) throw new RangeError('An append needs events');
    this.written.set(name, [...earlier, ...written]);
    for (const { id } of written) if (!this.streamOfId.has(id)) this.streamOfId.set(id, name);
    this.unindexed.push(...written);
    return last;
  }

  private async index(last: LoggedEvent): Promise<void> {
    if (this.indexDelayMs > 0) await setTimeout(this.indexDelayMs, undefined, { ref: false });
    // Events are indexed in the order of the log, whatever the delays were.
    for (const event of this.unindexed.splice(0, this.unindexed.indexOf(last) + 1)) {
      this.streams.set(event.stream, [...this.stream(event.stream), event]);
      this.events.push(event);
      for (const follower of [...this.followers]) follower(event);
    }
  }
}
