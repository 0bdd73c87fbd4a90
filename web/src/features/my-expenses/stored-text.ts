import { searchable } from '@outlay/rules';

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
/** `5 Mar 2026`, or without its day or its year. */
const DAY_FIRST = /^(?:(?<day>\d{1,2}) )?(?<month>[a-z]{3,9})(?: (?<year>\d{4}))?$/;
const MONTH_FIRST = /^(?<month>[a-z]{3,9}) (?<day>\d{1,2})(?:,? (?<year>\d{4}))?$/;
/** `05/03/26`, as the panel shows it, or `5.3.2026`. */
const IN_FIGURES = /^(?<day>\d{1,2})(?<between>[./])(?<month>\d{1,2})\k<between>(?<year>\d{2}|\d{4})$/;

/** Lists show `1,250.00` and `5 Mar 2026`; the server searches 1250.00 and 2026-03-05. */
export function asStored(typed: string): string {
  const text = typed.trim();
  const searched = searchable(text);
  if (/^[\d,.]+$/.test(searched) && !IN_FIGURES.test(searched)) return searched.replaceAll(',', '');
  const found = DAY_FIRST.exec(searched) ?? MONTH_FIRST.exec(searched) ?? IN_FIGURES.exec(searched);
  const { day, month = '', year = '' } = found?.groups ?? {};
  const index = Number(month) || MONTHS.findIndex((name) => month && name.startsWith(month)) + 1;
  if (index === 0 || index > MONTHS.length || !(day || year)) return text;
  const inYear = `${year.length === 2 ? '20' : ''}${year}-${String(index).padStart(2, '0')}`;
  return day ? `${inYear}-${day.padStart(2, '0')}` : inYear;
}
