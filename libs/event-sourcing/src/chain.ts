import { OutlayError, type EventMetadata } from '@outlay/contracts';
import { eventHash, type RecordedEvent } from '@outlay/event-store';

/** The last event of a stream, as it was when something was derived from it. */
export interface KnownHead {
  readonly revision: number;
  /** Null if only the revision is known. */
  readonly headHash: string | null;
}

/** The stored events are not those that were appended, or this release cannot read one of them. */
export class StreamBroken extends OutlayError {
  constructor(
    readonly stream: string,
    readonly revision: number,
    /** A part of a sentence, such as "revision 3 was altered". */
    readonly finding: string,
  ) {
    super(
      'TRAIL_BROKEN',
      `The trail of ${stream} is broken: ${finding}. Nothing is decided on it until it is repaired.`,
      {
        stream,
        revision,
        finding,
      },
    );
    this.name = 'StreamBroken';
  }
}

/**
 * The hash of the last event; null without one.
 * @throws StreamBroken unless the events are a stream from its start, each holds the hash of the one before, and the
 * known head is among them
 */
export function requireChain(
  stream: string,
  events: readonly RecordedEvent[],
  known: KnownHead | null = null,
): string | null {
  let headHash: string | null = null;
  for (const [revision, event] of events.entries()) {
    if (event.revision !== revision) throw new StreamBroken(stream, revision, `revision ${revision} is missing`);
    if ((event.metadata as EventMetadata | null)?.previousHash !== headHash)
      throw new StreamBroken(stream, revision, `revision ${revision} does not hold the hash of the event before it`);
    headHash = eventHash(event);
    if (known?.revision === revision && known.headHash !== null && known.headHash !== headHash)
      throw new StreamBroken(stream, revision, `revision ${revision} was altered`);
  }
  if (known && known.revision >= events.length)
    throw new StreamBroken(stream, events.length, `revision ${events.length} and later ones are missing`);
  return headHash;
}
