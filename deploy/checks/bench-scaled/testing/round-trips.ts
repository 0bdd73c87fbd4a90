/** Calls between the parts, and of their servers. */
export interface RoundTrips {
  readonly messages: number;
  readonly events: number;
  readonly documents: number;
}

const SERIES: Readonly<Record<keyof RoundTrips, RegExp>> = {
  messages: /^outlay_message_duration_seconds_count\{(.*)\} (\d+)$/gm,
  events: /^outlay_store_calls_total\{(store="events".*)\} (\d+)$/gm,
  documents: /^outlay_store_calls_total\{(store="documents".*)\} (\d+)$/gm,
};

const OF_AN_OPERATION = 0.4;

/** How often each call was made by the parts so far, by kind and name. */
export type CallCounts = ReadonlyMap<string, number>;

export async function countCalls(operations: readonly string[]): Promise<CallCounts> {
  const counts = new Map<string, number>();
  for (const origin of operations) {
    const text = await (await fetch(`${origin}/metrics`)).text();
    for (const [kind, series] of Object.entries(SERIES)) {
      for (const [, labels = '', count = ''] of text.matchAll(series)) {
        const key = `${kind} ${labels}`;
        counts.set(key, (counts.get(key) ?? 0) + Number(count));
      }
    }
  }
  return counts;
}

/** Counts the calls of an operation, and each called name with its share, for an explanation of the number. */
export interface Counted {
  readonly trips: RoundTrips;
  readonly named: readonly (readonly [string, number])[];
}

export function roundTrips(before: CallCounts, after: CallCounts, operations: number): Counted {
  const perOperation = [...after]
    .map(([key, count]) => [key, (count - (before.get(key) ?? 0)) / operations] as const)
    // The parts renew their leases, and look for new events, whatever is asked of them.
    .filter(([, count]) => count >= OF_AN_OPERATION);
  const sum = (kind: keyof RoundTrips) =>
    perOperation.filter(([key]) => key.startsWith(`${kind} `)).reduce((total, [, count]) => total + count, 0);
  const trips: RoundTrips = { messages: sum('messages'), events: sum('events'), documents: sum('documents') };
  return { trips, named: perOperation };
}
