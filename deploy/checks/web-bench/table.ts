export interface Row {
  readonly metric: string;
  readonly measured: string;
  readonly bar: string;
  readonly met: boolean;
  readonly note?: string;
}

const digits = (value: number, unit: string) =>
  value.toLocaleString('en', { maximumFractionDigits: unit === '' ? 4 : 1 });

export function atMost(metric: string, value: number, bar: number, unit = '', note = ''): Row {
  return {
    metric,
    measured: `${digits(value, unit)} ${unit}`,
    bar: `≤ ${digits(bar, unit)} ${unit}`,
    met: value <= bar,
    note,
  };
}

export function atLeast(metric: string, value: number, bar: number, unit = '', note = ''): Row {
  return {
    metric,
    measured: `${digits(value, unit)} ${unit}`,
    bar: `≥ ${digits(bar, unit)} ${unit}`,
    met: value >= bar,
    note,
  };
}

export function printTable(rows: readonly Row[]): void {
  console.log('\n| metric | measured | bar | | note |\n|---|---|---|---|---|');
  for (const { metric, measured, bar, met, note = '' } of rows) {
    console.log(`| ${metric} | ${measured} | ${bar} | ${met ? 'met' : 'missed'} | ${note} |`);
  }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);
