import type { ThreadAnswer } from '@outlay/concurrency';
import exceljs, { type Style } from 'exceljs';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { parentPort } from 'node:worker_threads';

// The entry of a thread, which Node also loads as TypeScript: it imports packages only.

interface Sheet {
  readonly name: string;
  /** The widths of the columns in characters, and the style of their cells. */
  readonly columns: readonly { readonly width: number; readonly style?: Partial<Style> }[];
  readonly rows: readonly (readonly (string | number | Date | null)[])[];
  /** The first row names the columns and the last one sums them up. */
  readonly isTable?: boolean;
}

export interface Workbook {
  readonly author: string;
  readonly at: Date;
  readonly sheets: readonly Sheet[];
}

/** An xlsx file. Text is always written as strings, never as formulas. */
export async function writeWorkbook({ author, at, sheets }: Workbook): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  const written = finished(stream);
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: true });
  workbook.creator = author;
  workbook.lastModifiedBy = author;
  workbook.created = at;
  workbook.modified = at;
  for (const sheet of sheets) addSheet(workbook, sheet);
  await Promise.all([workbook.commit(), written]);
  return Buffer.concat(chunks);
}

/**
 * In a spreadsheet, `_x0041_` stands for a character, unless its first one is written so itself (ECMA-376, ST_Xstring).
 * Some programs read that only in shared strings.
 */
function escaped(text: string): string {
  return text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}

/** All cells of a column share one style object, because exceljs caches styles by identity; this halves the time. */
function addSheet(workbook: exceljs.stream.xlsx.WorkbookWriter, { name, columns, rows, isTable }: Sheet): void {
  const sheet = workbook.addWorksheet(name, isTable ? { views: [{ state: 'frozen', ySplit: 1 }] } : {});
  sheet.columns = columns.map(({ width }) => ({ width }));
  const last = rows.length - 1;
  if (isTable) sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: last, column: columns.length } };
  const plain = columns.map(({ style = {} }) => style);
  const bold = plain.map((style) => ({ ...style, font: { bold: true } }));
  rows.forEach((cells, index) => {
    const styles = isTable && (index === 0 || index === last) ? bold : plain;
    const row = sheet.addRow([]);
    cells.forEach((value, column) => {
      if (value === null) return;
      const cell = row.getCell(column + 1);
      cell.value = typeof value === 'string' ? escaped(value) : value;
      cell.style = styles[column] ?? {};
    });
    row.commit();
  });
  sheet.commit();
}

const answer = (answer: ThreadAnswer<Uint8Array>) => parentPort?.postMessage(answer);

parentPort?.on('message', (workbook: Workbook) => {
  writeWorkbook(workbook).then(
    (result) => answer({ result }),
    (error: unknown) => answer({ error: String(error) }),
  );
});
