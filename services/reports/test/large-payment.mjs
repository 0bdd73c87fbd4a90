// Makes the report of argv[2] receipts of argv[3] bytes, which are read from and written to no disk. Prints, in bytes, the
// size of the zip and by how much the memory of this process grew.
import { Readable } from 'node:stream';
import { ReportGenerator } from '../src/jobs/generate-report.ts';
import { paidExpense, receiptOf } from '../src/testing/paid-expense.ts';

/** What a file or a socket delivers at once. */
const CHUNK = 65_536;
const [count, size] = process.argv.slice(2).map(Number);
let reported;

// One buffer for all, so that the memory is the generator's alone.
const bytes = Buffer.alloc(CHUNK, 'x');
function* chunks() {
  for (let sent = 0; sent < size; sent += CHUNK) yield bytes.subarray(0, Math.min(CHUNK, size - sent));
}

await makeReport(10);
const before = process.memoryUsage.rss();
await makeReport(count);
const growth = process.resourceUsage().maxRSS * 1024 - before;
console.log(JSON.stringify({ ...reported, growth }));

async function makeReport(receipts) {
  const receipt = receiptOf(Buffer.alloc(size, 'x'));
  const expenses = Array.from({ length: receipts }, (_, n) => paidExpense(n, { receipt, noReceipt: false }));
  const report = {
    paymentId: 'p-1',
    filename: 'report.xlsx',
    state: 'pending',
    generatedAt: '2026-05-07T09:30:00.000Z',
    totalAmount: `${10 * receipts}.00`,
    currency: 'EUR',
  };
  const store = {
    find: async () => report,
    markReady: async (_, { receiptsZip, missingReceipts }) => {
      reported = { zip: receiptsZip.size, missing: missingReceipts };
    },
  };
  const messages = {
    call: async (_, { offset, limit }) => {
      const page = expenses.slice(offset, offset + limit);
      return { total: receipts, expenses: page, heads: page.map(() => ''), checkpoint: null, broken: 'No log' };
    },
  };
  const blobs = {
    read: async () => Readable.from(chunks(), { objectMode: false }),
    put: async () => undefined,
    putStream: async (_, content) => {
      let written = 0;
      for await (const chunk of content) written += chunk.length;
      return { size: written };
    },
  };
  await new ReportGenerator(store, blobs, messages).generate({ paymentId: 'p-1', correlationId: 'test' });
}
