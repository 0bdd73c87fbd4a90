import type { ThreadAnswer } from '@outlay/concurrency';
import exceljs, { type Style } from 'exceljs';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { parentPort } from 'node:worker_threads';

// The entry of a thread, which Node also loads as TypeScript: it imports packages only.

export interface WorkbookColumn {
  readonly header: string;
  /** In characters. */
  readonly width: number;
  /** How a spreadsheet shows its numbers or dates. */
  readonly numFmt?: string;
}

export interface WorkbookHead {
  readonly name: string;
  readonly author: string;
  readonly at: Date;
  readonly columns: readonly WorkbookColumn[];
  readonly rowsPerSheet: number;
}

export type WorkbookRow = readonly (string | number | Date | null)[];

/** A part of the work on one of the workbooks that are being written. */
export type WorkbookStep = { readonly id: number } & (
  | { readonly step: 'open'; readonly head: WorkbookHead }
  | { readonly step: 'rows'; readonly rows: readonly WorkbookRow[] }
  | { readonly step: 'end' | 'drop' }
);

/** Writes rows as they come, and keeps only the bytes that nobody has taken yet. */
class Workbook {
  private readonly head: WorkbookHead;
  private readonly chunks: Buffer[] = [];
  private readonly stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      this.chunks.push(chunk);
      done();
    },
  });
  private readonly written = finished(this.stream);
  // Shared strings would stay in memory until the end.
  private readonly book = new exceljs.stream.xlsx.WorkbookWriter({
    stream: this.stream,
    useStyles: true,
    useSharedStrings: false,
  });
  /** All cells of a column share one style object, because exceljs caches styles by identity. */
  private readonly styles: Partial<Style>[];
  private sheets = 0;
  private rows = 0;
  private sheet: exceljs.Worksheet;

  constructor(head: WorkbookHead) {
    this.head = head;
    this.styles = head.columns.map(({ numFmt }) => (numFmt ? { numFmt } : {}));
    this.book.creator = head.author;
    this.book.lastModifiedBy = head.author;
    this.book.created = head.at;
    this.book.modified = head.at;
    this.sheet = this.addSheet();
  }

  async add(rows: readonly WorkbookRow[]): Promise<void> {
    for (const row of rows) {
      if (this.rows === this.head.rowsPerSheet) {
        this.endSheet();
        this.sheet = this.addSheet();
      }
      this.addRow(row, this.styles);
      this.rows += 1;
    }
    await this.compressed();
  }

  async end(): Promise<void> {
    this.endSheet();
    await Promise.all([this.book.commit(), this.written]);
  }

  take(): Uint8Array {
    return Buffer.concat(this.chunks.splice(0));
  }

  /** The library writes on while compression is behind, so that without this, most of the rows would wait in memory. */
  private async compressed(): Promise<void> {
    const { stream } = this.sheet as unknown as { stream: { pipes: readonly Writable[] } };
    await Promise.all(stream.pipes.map((pipe) => new Promise((done) => pipe.write('', done))));
  }

  private addSheet(): exceljs.Worksheet {
    const { name, columns } = this.head;
    this.sheets += 1;
    this.rows = 0;
    const sheetName = this.sheets === 1 ? name : `${name} ${this.sheets}`;
    const sheet = this.book.addWorksheet(sheetName, { views: [{ state: 'frozen', ySplit: 1 }] });
    sheet.columns = columns.map(({ width }) => ({ width }));
    this.sheet = sheet;
    const bold = { font: { bold: true } };
    this.addRow(
      columns.map(({ header }) => header),
      columns.map(() => bold),
    );
    return sheet;
  }

  private endSheet(): void {
    this.sheet.autoFilter = {
      from: { row: 1, column: 1 },
      to: { row: this.rows + 1, column: this.head.columns.length },
    };
    this.sheet.commit();
  }

  private addRow(cells: WorkbookRow, styles: readonly Partial<Style>[]): void {
    const row = this.sheet.addRow([]);
    cells.forEach((value, column) => {
      if (value === null) return;
      const cell = row.getCell(column + 1);
      cell.value = typeof value === 'string' ? escaped(value) : value;
      cell.style = styles[column] ?? {};
    });
    row.commit();
  }
}

/** In a spreadsheet, `_x0041_` stands for a character, unless its first one is written so itself (ECMA-376, ST_Xstring). */
function escaped(text: string): string {
  return text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}

const books = new Map<number, Workbook>();

async function take(step: WorkbookStep): Promise<Uint8Array> {
  if (step.step === 'open') books.set(step.id, new Workbook(step.head));
  const book = books.get(step.id);
  if (step.step === 'end' || step.step === 'drop') books.delete(step.id);
  if (step.step === 'drop') return Buffer.alloc(0);
  // The thread has started again since.
  if (!book) throw new Error('The workbook is lost');
  if (step.step === 'rows') await book.add(step.rows);
  if (step.step === 'end') await book.end();
  return book.take();
}

let turn: Promise<unknown> = Promise.resolve();
const answer = (answer: ThreadAnswer<Uint8Array>) => parentPort?.postMessage(answer);

parentPort?.on('message', (step: WorkbookStep) => {
  turn = turn
    .then(() => take(step))
    .then(
      (result) => answer({ result }),
      (error: unknown) => answer({ error: String(error) }),
    );
});
