/**
 * A line of a CSV file (RFC 4180), with its end. A text that a spreadsheet would take for a formula gets an apostrophe;
 * numbers and nothing (null) stand without quotes.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  return `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;
}
