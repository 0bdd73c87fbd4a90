import { csvLine } from '@outlay/rules';
import { saveBlob } from '#lib/download';

/** Saves a table as CSV in UTF-8, with the mark by which spreadsheets know it. */
export function saveCsv(name: string, head: readonly string[], rows: readonly (readonly (string | number)[])[]) {
  saveBlob(new Blob(['\uFEFF', ...[head, ...rows].map(csvLine)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
}
