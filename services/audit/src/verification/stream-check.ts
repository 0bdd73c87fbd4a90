import type { Finding } from '@outlay/contracts';
import { eventHash, type RecordedEvent } from '@outlay/event-store';
import type { Scratch } from '@outlay/sqlite';
import { digestOf, eventFinding, type WalkedEvent } from '@outlay/event-sourcing';
import { checkEvent } from './checked-event.js';
import type { AnyStream } from './stream-folds.js';

interface Head {
  readonly revision: number;
  readonly hash: string;
  readonly isReadable: boolean;
}

const NO_EVENT: Head = { revision: -1, hash: '', isReadable: true };

/** Each stream by itself: that its events are readable, without gaps, and each has the hash of the one before. */
export class StreamCheck {
  constructor(
    private readonly scratch: Scratch,
    private readonly kinds: readonly AnyStream[],
  ) {
    scratch.create('streams', 'name TEXT PRIMARY KEY, revision INT, hash TEXT, readable INT');
  }

  /** Null if the event is not one of ours. */
  check(
    event: RecordedEvent,
    ordinal: number,
  ): { readonly findings: readonly Finding[]; readonly walked: Omit<WalkedEvent, 'states'> | null } {
    if (event.type.startsWith('$'))
      return { findings: [hidden(event.stream, 'was deleted for good', event.type)], walked: null };
    const before = this.headOf(event.stream);
    const { problem, metadata, data } = checkEvent(event, this.kinds);
    const hash = eventHash(event);
    const findings: Finding[] = problem ? [eventFinding(problem.kind, event, problem.reason, hash)] : [];
    if (event.revision !== before.revision + 1) findings.push(gap(event, before, hash));
    else if (metadata && metadata.previousHash !== (before === NO_EVENT ? null : before.hash)) {
      const what =
        before === NO_EVENT
          ? 'names an event before the first one'
          : `does not have the hash of revision ${before.revision}`;
      findings.push(eventFinding('chain-broken', event, what, digestOf(before.hash, hash)));
    }
    const isReadable = before.isReadable && problem === null;
    this.scratch.run(
      'INSERT OR REPLACE INTO streams VALUES (?, ?, ?, ?)',
      event.stream,
      event.revision,
      hash,
      Number(isReadable),
    );
    return { findings, walked: { event, ordinal, hash, metadata, data, isReadable } };
  }

  /** The stream's state is not known from here on. */
  markUnreadable(stream: string): void {
    this.scratch.run('UPDATE streams SET readable = 0 WHERE name = ?', stream);
  }

  private headOf(stream: string): Head {
    const row = this.scratch.get('SELECT revision, hash, readable FROM streams WHERE name = ?', stream);
    return row ? { revision: Number(row.revision), hash: String(row.hash), isReadable: row.readable === 1 } : NO_EVENT;
  }
}

function gap(event: RecordedEvent, before: Head, hash: string): Finding {
  const previous = before === NO_EVENT ? 'it is the first one' : `it comes after revision ${before.revision}`;
  return eventFinding('stream-gap', event, previous, digestOf(before.revision, before.hash, hash));
}

export function hidden(stream: string, how: string, by: unknown): Finding {
  const message = `The stream ${stream} ${how}.`;
  return { kind: 'stream-hidden', place: stream, stream, message, digest: digestOf(by) };
}
