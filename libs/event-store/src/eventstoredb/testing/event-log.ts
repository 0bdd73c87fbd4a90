export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export interface LoggedEvent extends ProposedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  readonly recordedAt: Date;
}

/** -1 for a stream that must not exist. */
type Head = number;

export type AppendOutcome =
  | { readonly kind: 'appended' | 'repeated'; readonly last: LoggedEvent }
  | { readonly kind: 'wrong-expected-revision'; readonly actual: Head };

export class EventLog {
  readonly events: LoggedEvent[] = [];
  private readonly streams = new Map<string, LoggedEvent[]>();
  private readonly followers = new Set<(event: LoggedEvent) => void>();

  stream(name: string): readonly LoggedEvent[] {
    return this.streams.get(name) ?? [];
  }

  follow(follower: (event: LoggedEvent) => void): () => void {
    this.followers.add(follower);
    return () => this.followers.delete(follower);
  }

  append(name: string, proposed: readonly ProposedEvent[], expected: Head): AppendOutcome {
    const stored = this.stream(name);
    const head = stored.length - 1;
    if (expected === head) return { kind: 'appended', last: this.write(name, proposed) };
    const earlier = stored.slice(expected + 1, expected + 1 + proposed.length);
    const last = earlier.at(-1);
    const isRepeated = proposed.every(({ id }, index) => earlier[index]?.id === id);
    return isRepeated && last ? { kind: 'repeated', last } : { kind: 'wrong-expected-revision', actual: head };
  }

  private write(name: string, proposed: readonly ProposedEvent[]): LoggedEvent {
    const written = proposed.map((event, index) => ({
      ...event,
      stream: name,
      revision: this.stream(name).length + index,
      // Like real positions: with gaps, and beyond the precision of a double.
      position: 2n ** 60n + BigInt(this.events.length + index) * 137n,
      recordedAt: new Date(),
    }));
    this.streams.set(name, [...this.stream(name), ...written]);
    this.events.push(...written);
    for (const event of written) for (const follower of [...this.followers]) follower(event);
    const last = written.at(-1);
    if (!last) throw new RangeError('An append needs events');
    return last;
  }
}
