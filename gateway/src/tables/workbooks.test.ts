import { readZip } from '@outlay/testing';
import { readSheet } from 'read-excel-file/node';
import type { WorkbookHead, WorkbookRow } from './workbook-thread.js';
import { Workbooks } from './workbooks.js';

const head: WorkbookHead = {
  name: 'Expenses',
  author: 'Outlay',
  at: new Date('2026-03-01T10:00:00Z'),
  columns: [
    { header: 'Text', width: 20 },
    { header: 'Amount', width: 12, numFmt: '#,##0.00' },
    { header: 'Day', width: 12, numFmt: 'yyyy-mm-dd' },
  ],
  rowsPerSheet: 1_000,
};
const HEADERS = ['Text', 'Amount', 'Day'];
const day = new Date('2026-02-28');
const rowOf = (text: string): WorkbookRow => [text, 12.5, day];

const workbooks = new Workbooks();
afterAll(() => workbooks.onApplicationShutdown());

async function* inPages(...pages: WorkbookRow[][]) {
  yield* pages;
}

async function write(rows: WorkbookRow[], changes: Partial<WorkbookHead> = {}): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const bytes of workbooks.write({ ...head, ...changes }, inPages(rows))) chunks.push(bytes);
  return Buffer.concat(chunks);
}

const read = async (file: Buffer, sheet = 1) => readSheet(file, sheet, { trim: false });

it('has texts, numbers and days as such, and empty cells for nothing', async () => {
  const rows = [rowOf('Ein Taxi, «früh»'), [null, null, null], ['2026-02-28', -0.1, null]] as const;
  expect(await read(await write([...rows]))).toEqual([HEADERS, rows[0], rows[2]].toSpliced(2, 0, [null, null, null]));
});

it.each(['=HYPERLINK("http://x","y")', '+1+1', '-2+3', '@SUM(A1)', '{=1}'])('has %j as a text', async (text) => {
  const file = await write([rowOf(text)]);
  expect(await read(file)).toEqual([HEADERS, rowOf(text)]);
  const sheet = (await readZip(file)).find(({ name }) => name === 'xl/worksheets/sheet1.xml')?.bytes.toString() ?? '';
  expect(sheet).toContain('<sheetData>');
  expect(sheet).not.toContain('<f>');
});

it('continues on another sheet when one is full', async () => {
  const file = await write(['a', 'b', 'c'].map(rowOf), { rowsPerSheet: 2 });
  expect(await read(file)).toEqual([HEADERS, rowOf('a'), rowOf('b')]);
  expect(await read(file, 2)).toEqual([HEADERS, rowOf('c')]);
});

it('names the columns even if there are no rows', async () => {
  expect(await read(await write([]))).toEqual([HEADERS]);
});

it('passes on the bytes of rows before the next are asked for', async () => {
  const random = (n: number) => (Math.imul(n, 2_654_435_761) >>> 0).toString(36);
  const page = (from: number) => Array.from({ length: 500 }, (_, n) => rowOf(random(from * 500 + n).repeat(20)));
  const sent: number[] = [];
  const bytes = workbooks.write(head, inPages(...Array.from({ length: 20 }, (_, from) => page(from))));
  for await (const { length } of bytes) sent.push(length);
  const total = sent.reduce((sum, length) => sum + length, 0);
  expect(total).toBeGreaterThan(100_000);
  expect(Math.max(...sent)).toBeLessThan(total / 4);
});

it('keeps two that are written at once apart', async () => {
  const [first, second] = await Promise.all(['a', 'b'].map((text) => write([rowOf(text)])));
  expect([await read(first!), await read(second!)]).toEqual([
    [HEADERS, rowOf('a')],
    [HEADERS, rowOf('b')],
  ]);
});

it('fails if a page cannot be read, and the next is written', async () => {
  async function* failing() {
    yield [rowOf('a')];
    throw new Error('The list is down');
  }
  const all = async () => {
    for await (const bytes of workbooks.write(head, failing())) expect(bytes.length).toBeGreaterThan(0);
  };
  await expect(all()).rejects.toThrow('The list is down');
  expect(await read(await write([rowOf('b')]))).toEqual([HEADERS, rowOf('b')]);
});
