import type { Part } from '@outlay/harness/testing/scaled-product';

/** What a part's metrics say of a series, named with its labels; 0 where it has not begun. */
export async function metric({ operations }: Part, series: string): Promise<number> {
  const text = await fetch(`${operations}/metrics`).then((answer) => answer.text());
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return Number(line?.slice(series.length) ?? 0);
}

/** The same over several parts. */
export async function metricOf(parts: readonly Part[], series: string): Promise<number> {
  const counts = await Promise.all(parts.map((part) => metric(part, series)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Events that the catch-up subscription has brought. */
export const PROJECTED = 'outlay_projected_events_total';
