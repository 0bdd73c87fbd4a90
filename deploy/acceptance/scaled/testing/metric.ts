import type { Part } from '@outlay/harness/testing/scaled-product';

export async function metric({ operations }: Pick<Part, 'operations'>, series: string): Promise<number> {
  const text = await fetch(`${operations}/metrics`).then((response) => response.text());
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return Number(line?.slice(series.length) ?? 0);
}

export async function metricOf(parts: readonly Pick<Part, 'operations'>[], series: string): Promise<number> {
  const counts = await Promise.all(parts.map((part) => metric(part, series)));
  return counts.reduce((sum, count) => sum + count, 0);
}

export const PROJECTED = 'outlay_projected_events_total';
