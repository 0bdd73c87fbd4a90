interface Row {
  readonly operation: string;
  readonly value: number;
  readonly unit: string;
  readonly bar: number;
  readonly better: 'lower' | 'higher';
  readonly note: string;
}

/** The table of measurements beside their bars. */
export class Table {
  private readonly rows: Row[] = [];

  readonly atMost = (operation: string, value: number, bar: number, unit = 'ms', note = '') =>
    this.rows.push({ operation, value, unit, bar, better: 'lower', note });

  readonly atLeast = (operation: string, value: number, bar: number, unit = '/s', note = '') =>
    this.rows.push({ operation, value, unit, bar, better: 'higher', note });

  print(): void {
    console.log('| operation | measured | bar | | note |\n|---|---|---|---|---|');
    for (const { operation, value, unit, bar, better, note } of this.rows) {
      const met = better === 'lower' ? value <= bar : value >= bar;
      const sign = better === 'lower' ? '≤' : '≥';
      console.log(
        `| ${operation} | ${number(value)} ${unit} | ${sign} ${number(bar)} ${unit} | ${met ? 'met' : 'missed'} | ${note} |`,
      );
    }
  }
}

export const number = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 });
