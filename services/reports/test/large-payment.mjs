// Makes the report of argv[2] receipts of argv[3] bytes, which are read from and written to no disk. Prints, in bytes, the
// size of the zip and how much more memory that took than the report of ten.
import { Readable } from 'node:stream';
import { ReportGenerator } from '../src/jobs/generate-report.ts';
import { paidExpense, receiptOf } from '../src/testing/paid-expense.ts';

/** The size of a chunk that a file or a socket delivers at once. */
const CHUNK = 65_536;
const [count, size] = process.argv.slice(2).map(Number);
let expenses = [];
let reported;

// One buffer serves all chunks, so that the memory is the generator's alone.
const bytes = Buffer.alloc(CHUNK, 'x');
function* chunks() {
  for (let sent = 0; sent < size; sent += CHUNK) yield bytes.subarray(0, Math.min(CHUNK, size - sent));
}

const store = {
  find: async () => ({
    paymentId: 'p-1',
    filename: 'report.xlsx',
    state: 'pending',
    generatedAt: '2026-05-07T09:30:00.000Z',
    totalAmount: `${10 * expenses.length}.00`,
    currency: 'EUR',
    userName: 'Mia Tester',
  }),
  markReady: async (_, { receiptsZip, missingReceipts }) => {
    reported = { zip: receiptsZip.size, missing: missingReceipts };
  },
};
const messages = {
  call: async (_, { offset, limit }) => {
    const page = expenses.slice(offset, offset + limit);
    return {
      total: expenses.length,
      expenses: page,
      heads: page.map(() => ''),
      computations: page.map(() => null),
      checkpoint: null,
      broken: 'No log',
    };
  },
};
const blobs = {
  read: async () => Readable.from(chunks(), { objectMode: false }),
  put: async () => undefined,
  putStream: async (_, content) => {
    let written = 0;
    for await (const chunk of content) written += chunk.length;
    return written;
  },
};
const generator = new ReportGenerator(store, blobs, messages);

await makeReport(10);
const before = peak();
await makeReport(count);
const growth = peak() - before;
console.log(JSON.stringify({ ...reported, growth }));
await generator.close();

function peak() {
  return process.resourceUsage().maxRSS * 1024;
}

async function makeReport(receipts) {
  const receipt = receiptOf(Buffer.alloc(size, 'x'));
  expenses = Array.from({ length: receipts }, (_, n) => paidExpense(n, { receipt, noReceipt: false }));
  await generator.generate({ paymentId: 'p-1', correlationId: 'test' });
}
