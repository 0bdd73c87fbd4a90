import { saveBlob } from '#lib/download';

type Value = string | number;

/** Saves a table as CSV in UTF-8, with the mark by which spreadsheets know it. */
export function saveCsv(name: string, head: readonly string[], rows: readonly (readonly Value[])[]) {
  const lines = [head, ...rows].map((row) => row.map(quoted).join(','));
  saveBlob(new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
}

/** A text that a spreadsheet would take for a formula gets an apostrophe. */
function quoted(value: Value): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}
