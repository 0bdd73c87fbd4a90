import type { Finding } from '@outlay/contracts';
import type { EventStore, RecordedEvent } from '@outlay/event-store';
import {
  advance,
  emptyStream,
  next,
  StreamBroken,
  type StoredEvent,
  type StreamFold,
  Recent,
  eventFinding,
  type WalkedEvent,
} from '@outlay/event-sourcing';

/** A kind of stream, whatever its states are. */
export type AnyStream = Pick<StreamFold<unknown>, 'prefix' | 'versions' | 'schemas'>;

type Reads = Pick<EventStore, 'readStream'>;
type Unfolded = Omit<WalkedEvent, 'states'>;
type Fold = StreamFold<unknown>;

interface Known {
  readonly state: unknown;
  readonly revision: number;
  /** False after a missing event, which is a finding of its own. */
  readonly isJudged: boolean;
}

interface Folded {
  /** Null if the event could not be folded. */
  readonly states: WalkedEvent['states'];
  /** The rules could not have made the event, or it cannot be folded. */
  readonly finding: Finding | null;
}

const NOTHING: Folded = { states: null, finding: null };

/**
 * Folds streams event by event, in the order of the store, and checks that the rules could have made each event from
 * those before it. Memory does not grow with their number.
 */
export class StreamFolds {
  private readonly kinds: readonly Fold[];
  private readonly states = new Recent<Known>();
  /** Streams whose last event so far must be followed by others. */
  private readonly unfinished = new Map<string, { readonly event: RecordedEvent; readonly hash: string }>();

  constructor(
    private readonly events: Reads,
    kinds: readonly AnyStream[],
  ) {
    this.kinds = kinds as readonly unknown[] as readonly Fold[];
  }

  async add({ event, hash, metadata, data, isReadable }: Unfolded): Promise<Folded> {
    const { stream, revision, id, type } = event;
    const kind = this.kinds.find(({ prefix }) => stream.startsWith(prefix));
    if (!kind || !isReadable || !metadata) return NOTHING;
    try {
      const before = this.states.get(stream) ?? (await stateBefore(kind, this.events, event));
      const { at, actor } = metadata;
      const stored: StoredEvent<never> = { type, data, id, revision, at, actor } as never;
      const isJudged = before.isJudged && revision === before.revision + 1;
      const state = isJudged ? next(kind, before.state, event, stored) : kind.evolve(before.state, stored);
      this.states.set(stream, { state, revision, isJudged });
      if (!isJudged || (kind.isWhole?.(state) ?? true)) this.unfinished.delete(stream);
      else this.unfinished.set(stream, { event, hash });
      return { states: { before: before.state, after: state }, finding: null };
    } catch (error) {
      this.unfinished.delete(stream);
      // Valid by itself, but not after the events before it.
      const finding =
        error instanceof StreamBroken
          ? eventFinding('event-not-allowed', event, reasonOf(error), hash)
          : eventFinding('event-unreadable', event, String(error), hash);
      return { states: null, finding };
    }
  }

  /** Checks, after the last event, that every command's events are complete. */
  async *end(): AsyncGenerator<Finding> {
    for (const { event, hash } of this.unfinished.values()) {
      // The store may have newer events by now.
      const [later] = await this.events.readStream(event.stream, { from: event.revision + 1, limit: 1 });
      if (!later)
        yield eventFinding('event-not-allowed', event, 'the rules do not make it without others that follow', hash);
    }
  }
}

async function stateBefore(kind: Fold, events: Reads, { stream, revision }: RecordedEvent): Promise<Known> {
  const empty = emptyStream(kind, '');
  const loaded = revision === 0 ? empty : advance(kind, empty, await events.readStream(stream, { limit: revision }));
  return { state: loaded.state, revision: loaded.revision, isJudged: true };
}

function reasonOf({ finding, revision }: StreamBroken): string {
  return finding.replace(`revision ${revision} `, 'it ');
}
