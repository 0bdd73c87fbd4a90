import { PAYMENT_PREFIX, TIMELINE_KINDS, type readTimeline, type RequestOf } from '@outlay/contracts';
import { Unreadable, type RecordedEvent } from '@outlay/event-store';
import type { Concerned } from './concerned.js';

/** A filter, with the stream of its expense. */
export type TimelineFilter = Pick<RequestOf<typeof readTimeline>, 'person' | 'payment' | 'kind' | 'from' | 'to'> & {
  readonly stream?: string | undefined;
};

/** The keys that filters compare. A part of an altered event that cannot be read is null. */
export interface FilterKeys {
  readonly type: string;
  readonly at: string | null;
  readonly actor: string | null;
  readonly person: string | null;
  readonly stream: string;
  readonly payment: string | null;
}

export function filterKeys({ type, stream, data, metadata }: RecordedEvent, { personId }: Concerned): FilterKeys {
  const { actor, at } =
    metadata instanceof Unreadable ? {} : ((metadata ?? {}) as { actor?: { id?: string }; at?: string });
  const { paymentId } =
    type === 'ExpensePaid' && !(data instanceof Unreadable) ? ((data ?? {}) as { paymentId?: string }) : {};
  const payment = stream.startsWith(PAYMENT_PREFIX) ? stream.slice(PAYMENT_PREFIX.length) : (paymentId ?? null);
  return { type, at: at ?? null, actor: actor?.id ?? null, person: personId, stream, payment };
}

export function matches(keys: FilterKeys, { person, payment, kind, from, to, stream }: TimelineFilter): boolean {
  return (
    (person === undefined || keys.actor === person || keys.person === person) &&
    (payment === undefined || keys.payment === payment) &&
    (stream === undefined || keys.stream === stream) &&
    (kind === undefined || TIMELINE_KINDS[kind].includes(keys.type)) &&
    (from === undefined || (keys.at !== null && keys.at >= from)) &&
    (to === undefined || (keys.at !== null && keys.at < to))
  );
}
