/** A day as printed; `other` is its second meaning, if day and month can be exchanged. */
export interface PrintedDate {
  readonly date: string;
  readonly other: string | null;
  /** Whether its form shows the order of day and month: a month in letters, a year in front, or a day above 12. */
  readonly order: 'day-first' | 'month-first' | null;
}

/** The months by their first letters, without accents. */
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'ene', 'gen'],
  ['feb', 'fev'],
  ['mar', 'mrt', 'mae'],
  ['apr', 'avr', 'abr'],
  ['may', 'mai', 'mag', 'mei'],
  ['jun', 'juin', 'giu'],
  ['jul', 'juil', 'lug'],
  ['aug', 'aou', 'ago'],
  ['sep', 'set'],
  ['oct', 'okt', 'ott', 'out'],
  ['nov'],
  ['dec', 'dez', 'dic'],
];

function monthOf(word: string): number | null {
  // "juin" and "juil" share their first three letters with each other only.
  const matches = MONTHS.findIndex((names) => names.some((name) => word.startsWith(name)));
  if (word.startsWith('juil')) return 7;
  return matches < 0 ? null : matches + 1;
}

const pad = (value: number) => String(value).padStart(2, '0');

function dayOf(year: number, month: number, day: number): string | null {
  const fullYear = year < 100 ? 2000 + year : year;
  const date = new Date(Date.UTC(fullYear, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return `${fullYear}-${pad(month)}-${pad(day)}`;
}

const YEAR_FIRST = /(?<!\d)(20\d\d)([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/g;
/** A time may follow without a space: "23/03/2620:45". */
const NUMERIC = /(?<![\d.,])(\d{1,2})\s?([-/.])\s?(\d{1,2})\s?\2\s?(20\d\d|\d\d)(?=\D|\d\d:\d\d|$)(?![.,]\d)/g;
const MONTH_NAME = '\\p{L}{3,9}';
const DAY_NAME = new RegExp(
  `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th|er|\\.|º|°)?[ -]?(?:de |d')?(${MONTH_NAME})\\.?,?[ -]?(?:de )?(20\\d\\d|\\d\\d(?![\\d:.]))(?!\\d)`,
  'gu',
);
const NAME_DAY = new RegExp(`(?<!\\p{L})(${MONTH_NAME})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (20\\d\\d)(?!\\d)`, 'gu');

/** The dates of a line. Dates with names of months are read in English, French, German, Spanish, Italian, Portuguese, Dutch. */
export function datesIn(line: string): PrintedDate[] {
  const plain = line.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const found: PrintedDate[] = [];
  const add = (date: string | null, other: string | null, order: PrintedDate['order']) => {
    if (date) found.push({ date, other: other === date ? null : other, order });
    else if (other) found.push({ date: other, other: null, order: 'month-first' });
  };
  for (const [, year, , month, day] of plain.matchAll(YEAR_FIRST)) {
    add(dayOf(Number(year), Number(month), Number(day)), null, null);
  }
  for (const [, first, separator, second, year] of plain.matchAll(NUMERIC)) {
    const [a, b, y] = [Number(first), Number(second), Number(year)];
    // Nobody writes the month first with points.
    const other = separator === '.' || a === b ? null : dayOf(y, a, b);
    add(dayOf(y, b, a), other, other === null && a !== b ? 'day-first' : null);
  }
  for (const [, day, name = '', year] of plain.matchAll(DAY_NAME)) {
    const month = monthOf(name);
    if (month) add(dayOf(Number(year), month, Number(day)), null, null);
  }
  for (const [, name = '', day, year] of plain.matchAll(NAME_DAY)) {
    const month = monthOf(name);
    if (month) add(dayOf(Number(year), month, Number(day)), null, null);
  }
  return found;
}
