import type { ReportPreview } from '@outlay/contracts';
import type ExcelJS from 'exceljs';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { checkpointRows, type ReportCheckpoint } from './checkpoint-sheet.js';
import { COLUMNS } from './columns.js';
import { stampEntries } from './stamp-entries.js';

export const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const SHEET_NAME = 'Expense Report';
const CHECKPOINT_SHEET_NAME = 'Checkpoint';
const AUTHOR = 'Outlay';

/** Text is always written as strings, never as formulas. */
export async function writeSpreadsheet(table: ReportPreview, checkpoint: ReportCheckpoint, at: Date): Promise<Buffer> {
  // Loaded on demand: it takes a third of a second and 30 MB.
  const { default: exceljs } = await import('exceljs');
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  const written = finished(stream);
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: false });
  workbook.creator = AUTHOR;
  workbook.lastModifiedBy = AUTHOR;
  workbook.created = at;
  workbook.modified = at;
  fill(workbook, table);
  addCheckpoint(workbook, checkpoint);
  await Promise.all([workbook.commit(), written]);
  return stampEntries(Buffer.concat(chunks));
}

function fill(workbook: ExcelJS.stream.xlsx.WorkbookWriter, { headers, rows }: ReportPreview): void {
  const sheet = workbook.addWorksheet(SHEET_NAME, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = COLUMNS.map(({ width }) => ({ width }));
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: rows.length, column: headers.length } };
  const bold = headers.map((): Partial<ExcelJS.Style> => ({ font: { bold: true } }));
  const plain = COLUMNS.map(({ numberFormat }) => style(numberFormat, false));
  const total = COLUMNS.map(({ numberFormat }) => style(numberFormat, true));
  writeRow(sheet, headers, bold);
  rows.forEach((row, index) => writeRow(sheet, row, index === rows.length - 1 ? total : plain));
  sheet.commit();
}

function addCheckpoint(workbook: ExcelJS.stream.xlsx.WorkbookWriter, checkpoint: ReportCheckpoint): void {
  const sheet = workbook.addWorksheet(CHECKPOINT_SHEET_NAME);
  sheet.columns = [{ width: 14 }, { width: 100 }];
  const styles = [{ font: { bold: true } }, { alignment: { horizontal: 'left', wrapText: true } }] as const;
  for (const row of checkpointRows(checkpoint)) writeRow(sheet, row, styles);
  sheet.commit();
}

function style(numberFormat: string | undefined, bold: boolean): Partial<ExcelJS.Style> {
  return { ...(numberFormat && { numFmt: numberFormat }), ...(bold && { font: { bold } }) };
}

/** All cells of a column share one style object, because exceljs caches styles by identity; this halves the time. */
function writeRow(
  sheet: ExcelJS.Worksheet,
  cells: ReportPreview['rows'][number],
  styles: readonly Partial<ExcelJS.Style>[],
): void {
  const row = sheet.addRow([]);
  cells.forEach((value, index) => {
    if (value === null) return;
    const cell = row.getCell(index + 1);
    cell.value = value;
    cell.style = styles[index] ?? {};
  });
  row.commit();
}
