import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { addDecimals, parseDecimal } from '@outlay/rules';
import type { ExpenseView } from '@outlay/contracts';
import { readSheet } from 'read-excel-file/node';
import { paidExpense, receiptOf } from '../testing/paid-expense.js';
import { atSystemTime } from '../testing/system-time.js';
import { readZip } from '@outlay/testing';
import { setImmediate } from 'node:timers/promises';
import { reportTable } from './report-table.js';
import { Spreadsheets, workbookOf } from './spreadsheet.js';
import { writeWorkbook } from './spreadsheet-thread.js';
import { stampEntries } from './stamp-entries.js';

const at = new Date('2026-05-07T09:30:00.000Z');
const checkpoint = { note: 'log\n7\ncm9vdA==\n\n— log c2lnbmVk\n' };
const head = 'ab'.repeat(32);
const spreadsheets = new Spreadsheets();
afterAll(() => spreadsheets.end());

function tableOf(expenses: readonly ExpenseView[], amount: string, currency = 'EUR') {
  return reportTable(
    expenses.map((expense) => ({
      expense,
      paidTo: expense.userName,
      receiptName: expense.receipt && `${expense.expenseId}_receipt.pdf`,
      head,
      computation: `computed as ${expense.reimbursementAmount}`,
    })),
    { amount, currency },
  );
}

async function reopen(expenses: readonly ExpenseView[], amount: string) {
  const table = tableOf(expenses, amount);
  const sheet = await readSheet(await spreadsheets.write(table, checkpoint, at), { trim: false });
  const [headers = [], ...rows] = sheet;
  const records = rows.map((row) => Object.fromEntries(headers.map((name, index) => [String(name), row[index]])));
  return { table, sheet, records };
}

const READ = `
import datetime, io, json, openpyxl, sys
sheet = openpyxl.load_workbook(io.BytesIO(sys.stdin.buffer.read())).active
plain = lambda value: value.date().isoformat() if isinstance(value, datetime.datetime) else value
print(json.dumps([[plain(cell.value) for cell in row] for row in sheet.iter_rows()]))
`;
const hasOpenpyxl = spawnSync('/usr/bin/python3', ['-c', 'import openpyxl']).status === 0;

describe('the spreadsheet of a payment', () => {
  it('contains exactly the cells of the preview when read by another library', async () => {
    const { table, sheet } = await reopen(
      [
        paidExpense(1, { receipt: receiptOf(Buffer.from('%PDF')), noReceipt: false, vatAmount: '1.90' }),
        paidExpense(2, { amount: '1234.56', currency: 'KES', reimbursementAmount: '8.79' }),
      ],
      '18.79',
    );
    const asDay = (cell: unknown) =>
      typeof cell === 'string' && /^\d{4}-\d\d-\d\d$/.test(cell) ? new Date(cell) : cell;
    expect(sheet).toEqual([table.headers, ...table.rows.map((row) => row.map(asDay))]);
  });

  it('stores amounts as numbers and their sum as the total', async () => {
    const amounts = Array.from({ length: 300 }, (_, n) => `${n}.${String((n * 37) % 100).padStart(2, '0')}`);
    const total = addDecimals(amounts);
    const { records } = await reopen(
      amounts.map((reimbursementAmount, n) => paidExpense(n, { reimbursementAmount })),
      total,
    );
    const read = records.map((record) => record['Reimbursement']);
    expect(read.every((cell) => typeof cell === 'number')).toBe(true);
    expect(addDecimals(read.slice(0, -1).map((cell) => parseDecimal(cell) ?? 'NaN'))).toBe(total);
    expect(records.at(-1)).toMatchObject({
      Date: 'Total',
      Reimbursement: Number(total),
      'Reimbursement Currency': 'EUR',
    });
  });

  it.each(['=HYPERLINK("http://x","y")', '+1+1', '-2+3', '@SUM(A1)', '=1+\t1', '=cmd|" /C calc"!A0'])(
    'stores the text %j as a string, not as a formula',
    async (justification) => {
      const expense = paidExpense(1, { justification, category: justification, approvedByEmail: justification });
      const { records, table } = await reopen([expense], '10.00');
      expect(records[0]).toMatchObject({ Description: justification, Category: justification });
      const parts = await readZip(await spreadsheets.write(table, checkpoint, at));
      const sheet = parts.find(({ name }) => name === 'xl/worksheets/sheet1.xml')?.bytes.toString() ?? '';
      expect(sheet).toContain('<sheetData>');
      expect(sheet).not.toContain('<f>');
    },
  );

  it('says who was paid, and has days that sort and can be counted', async () => {
    const expense = paidExpense(1, { userName: '𠮷田 太郎', userEmail: 'taro@example.org' });
    const { records } = await reopen([expense], '10.00');
    expect(records[0]).toMatchObject({
      'Paid To': '𠮷田 太郎',
      Email: 'taro@example.org',
      Date: new Date('2026-05-04'),
      'Rate Date': new Date('2026-05-04'),
      'Approved On': new Date('2026-05-06'),
    });
  });

  const codes = ['_x0041_', '_x005F_', '_x005F_x0041_', '__x0041_x0042_', '_x004_', 'x0041_', '_X0041_', '_xD83D_'];

  it('keeps texts that look like codes of characters, as read by another library', async () => {
    const { records } = await reopen(
      codes.map((justification, n) => paidExpense(n, { justification, category: justification })),
      '80.00',
    );
    expect(records.slice(0, -1).map(({ Description }) => Description)).toEqual(codes);
    expect(records.slice(0, -1).map(({ Category }) => Category)).toEqual(codes);
  });

  (hasOpenpyxl ? it : it.skip)('is read by openpyxl with the same texts, days and numbers', async () => {
    const texts = ['_x0041_', 'a_x000D_b', '= 1', 'é 王 🍽', '<&">'];
    const table = tableOf(
      texts.map((justification, n) => paidExpense(n, { justification })),
      '50.00',
    );
    const input = await spreadsheets.write(table, checkpoint, at);
    const { status, stdout, stderr } = spawnSync('/usr/bin/python3', ['-c', READ], { input, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual([table.headers, ...table.rows]);
  });

  it('drops characters that XML does not allow and keeps other scripts, quotes and line ends', async () => {
    const { records } = await reopen(
      [paidExpense(1, { justification: 'a\u0000\u0008\uFFFFb <&> "é" 王 🍽\r\nsecond' })],
      '10.00',
    );
    expect(records[0]).toMatchObject({ Description: 'ab <&> "é" 王 🍽\nsecond' });
  });

  it('explains why a reimbursement is not amount × fetched rate', async () => {
    const { records } = await reopen(
      [
        paidExpense(1, {
          override: { rate: '1.02', reason: 'Card statement' },
          rate: { rate: '1.01', effectiveDate: '2026-05-04', source: 'ECB', stale: false, provisional: false },
        }),
        paidExpense(2, { reimbursementReason: 'Half private' }),
      ],
      '20.00',
    );
    expect(records[0]).toMatchObject({
      'Exchange Rate': 1.02,
      'Rate Source': 'Override',
      Notes: 'Rate overridden: Card statement (ECB: 1.01 of 2026-05-04)',
    });
    expect(records[1]).toMatchObject({
      Notes: 'Reimbursement set by hand: Half private',
      'Trail Head': head,
      Computation: 'computed as 10.00',
    });
  });

  it('names the receipt in the zip, or states that there is none', async () => {
    const { records } = await reopen(
      [paidExpense(1, { receipt: receiptOf(Buffer.from('x')), noReceipt: false }), paidExpense(2)],
      '20.00',
    );
    expect(records.map((record) => record['Receipt'])).toEqual([
      'EXP-1_receipt.pdf',
      'No receipt (declared on honor)',
      null,
    ]);
  });

  it('has a sheet with the checkpoint of the payment, and a fingerprint that anybody can compute', async () => {
    const rows = await readSheet(await spreadsheets.write(tableOf([], '0'), checkpoint, at), 'Checkpoint', {
      trim: false,
    });
    const lines = hash('sha256', 'log\n7\ncm9vdA==\n');
    expect(Object.fromEntries(rows)).toMatchObject({
      Log: 'log',
      Events: 7,
      Root: 'cm9vdA==',
      Fingerprint: expect.stringMatching(/^([0-9a-f]{4} ){7}[0-9a-f]{4}$/),
      'Signed note': checkpoint.note,
    });
    expect(lines.startsWith(String(rows[3]?.[1]).replaceAll(' ', ''))).toBe(true);
  });

  it('says why it has no checkpoint', async () => {
    const missing = { missing: 'The log does not go on.' };
    const rows = await readSheet(await spreadsheets.write(tableOf([], '0'), missing, at), 'Checkpoint');
    expect(rows).toEqual([['Checkpoint', 'None. The log does not go on.']]);
  });

  it('has the same bytes whenever it is made', async () => {
    const table = tableOf([paidExpense(1), paidExpense(2)], '20.00');
    const write = async () => stampEntries(await writeWorkbook(workbookOf(table, checkpoint, at)));
    const first = await atSystemTime('2026-06-01T10:00:00Z', write);
    expect((await atSystemTime('2026-06-02T11:11:11Z', write)).equals(first)).toBe(true);
  });

  it('is written while the event loop does other work', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => paidExpense(n, { reimbursementAmount: '1.00' }));
    const written = spreadsheets.write(tableOf(many, '1000.00'), checkpoint, at);
    let isWritten = false;
    void written.then(() => (isWritten = true));
    let turns = 0;
    for (; !isWritten; turns += 1) await setImmediate();
    expect(turns).toBeGreaterThan(1000);
    expect(await readSheet(await written)).toHaveLength(1002);
  });

  it('fails with the reason, and the next one is written', async () => {
    const table = tableOf([paidExpense(1)], '10.00');
    await expect(spreadsheets.write(table, checkpoint, new Date(NaN))).rejects.toThrow('Invalid time value');
    expect(await readSheet(await spreadsheets.write(table, checkpoint, at))).toHaveLength(3);
  });

  it('rejects expenses that do not add up to the amount paid', () => {
    expect(() => tableOf([paidExpense(1), paidExpense(2)], '20.01')).toThrow(
      'The expenses add up to 20.00 EUR, but 20.01 EUR were paid',
    );
  });

  it('rejects expenses in a currency other than that of the payment', () => {
    expect(() => tableOf([paidExpense(1, { reimbursementCurrency: 'USD' })], '10.00')).toThrow(
      'Expense EXP-1 has no reimbursement in EUR',
    );
  });
});
