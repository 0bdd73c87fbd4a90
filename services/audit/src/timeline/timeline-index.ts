import { TIMELINE_KINDS } from '@outlay/contracts';
import type { FilterKeys, TimelineFilter } from './timeline-filter.js';

const TYPES = [null, ...Object.values(TIMELINE_KINDS).flat()];
/** The words of 32 bits for an event: its type and a hash of each key. */
const WORDS = { type: 0, actor: 1, person: 2, stream: 3, payment: 4 } as const;
const WIDTH = 5;

interface Bundle {
  readonly words: Uint32Array;
  /** Instants: the earliest and the latest. */
  readonly from: string;
  readonly to: string;
}

/**
 * Whether a full bundle of the log may have an event that a filter asks for, from 20 bytes an event. Full bundles never
 * change. An equal hash of something else costs a look at the events, and shows nothing wrong.
 */
export class TimelineIndex {
  private readonly bundles: (Bundle | undefined)[] = [];

  has(bundle: number): boolean {
    return this.bundles[bundle] !== undefined;
  }

  add(bundle: number, events: readonly FilterKeys[]): void {
    const words = new Uint32Array(events.length * WIDTH);
    events.forEach(({ type, actor, person, stream, payment }, at) => {
      words.set([TYPES.indexOf(type) + 1, hashOf(actor), hashOf(person), hashOf(stream), hashOf(payment)], at * WIDTH);
    });
    const times = events.flatMap(({ at }) => at ?? []).toSorted();
    this.bundles[bundle] = { words, from: times[0] ?? '', to: times.at(-1) ?? '' };
  }

  /** True where the bundle was not added. */
  mayHave(bundle: number, { person, payment, kind, from, to, stream }: TimelineFilter): boolean {
    const known = this.bundles[bundle];
    if (!known) return true;
    if ((from !== undefined && known.to < from) || (to !== undefined && known.from >= to)) return false;
    const types = kind && new Set(TIMELINE_KINDS[kind].map((type) => TYPES.indexOf(type) + 1));
    const [ofPerson, ofPayment, ofStream] = [person, payment, stream].map((key) => key && hashOf(key));
    const { words } = known;
    for (let at = 0; at < words.length; at += WIDTH) {
      if (ofPerson && words[at + WORDS.actor] !== ofPerson && words[at + WORDS.person] !== ofPerson) continue;
      if (ofPayment && words[at + WORDS.payment] !== ofPayment) continue;
      if (ofStream && words[at + WORDS.stream] !== ofStream) continue;
      if (types && !types.has(words[at + WORDS.type] ?? 0)) continue;
      return true;
    }
    return false;
  }
}

/** FNV-1a; 0 for nothing. */
function hashOf(key: string | null): number {
  if (key === null) return 0;
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash >>> 0 || 1;
}
