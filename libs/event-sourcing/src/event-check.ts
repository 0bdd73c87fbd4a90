import { hash } from 'node:crypto';
import type { EventMetadata, Finding, FindingKind } from '@outlay/contracts';
import type { RecordedEvent } from '@outlay/event-store';

/** An event of the trail, in the order of the event store. */
export interface WalkedEvent {
  readonly event: RecordedEvent;
  /** The number of the event among all before the fixed position, from 0. */
  readonly ordinal: number;
  /** The hash, as the log holds it. */
  readonly hash: string;
  /** Null if they are unreadable. */
  readonly metadata: EventMetadata | null;
  /** The data in the current version, if the event is readable. */
  readonly data: unknown;
  /** False from the first event of its stream on that this release cannot read. */
  readonly isReadable: boolean;
  /** The states of its stream before and after it, of the stream's kind; null if the stream is unreadable. */
  readonly states: { readonly before: unknown; readonly after: unknown } | null;
}

/** A part of a verification that looks at every event. */
export interface EventCheck {
  event(walked: WalkedEvent): Iterable<Finding> | AsyncIterable<Finding>;
  /** Called after the last event. */
  end(): Iterable<Finding> | AsyncIterable<Finding>;
}

export function eventFinding(
  kind: FindingKind,
  { stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>,
  reason: string,
  digest: string,
): Finding {
  const place = `${stream}@${revision}`;
  return { kind, place, stream, revision, message: `Revision ${revision} of ${stream}: ${reason}.`, digest };
}

/** A digest of what a finding found in its place. */
export function digestOf(...parts: unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex');
}
