import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  expenseEventSchemas,
  paymentEventSchemas,
  type ExpenseEventOf,
  type ExpenseEventType,
  type PaymentEvent,
} from '@outlay/contracts';

interface Verifier {
  foldExpenses(streams: Streams): { rows: Map<string, Record<string, string>>; receipts: Map<string, string> };
  totalsOf(streams: Streams, rows: Map<string, Record<string, string>>): { id: string; report: unknown }[];
}
type Streams = Map<string, readonly { readonly type: string; readonly data: unknown }[]>;

const { foldExpenses, totalsOf } = (await import(
  pathToFileURL(join(import.meta.dirname, 'verify.mjs')).href
)) as Verifier;

const sha256 = 'ab'.repeat(32);
const rate = { rate: '1', effectiveDate: '2026-06-10', source: 'identity', stale: false, provisional: false };
const receipt = { fileName: 'r1.pdf', originalName: 'r.pdf', contentType: 'application/pdf', size: 10, sha256 };
const saved = {
  details: {
    date: '2026-06-10',
    category: 'Hotel',
    justification: 'One night',
    amount: '100.00',
    currency: 'EUR',
    classification: 'mix',
    vatAmount: null,
    noReceipt: false,
  },
  rate,
  reimbursementCurrency: 'EUR' as const,
  opening: { expenseId: 'EXP-TEST000001', owner: { id: 'anna', name: 'Anna', email: 'anna@example.org' } },
};

const DATA: { readonly [Type in ExpenseEventType]: ExpenseEventOf<Type>['data'] } = {
  ExpenseDrafted: saved,
  ExpenseSubmitted: saved,
  ExpenseRevised: saved,
  ReceiptAttached: { receipt },
  ReceiptRemoved: { receipt },
  RateOverridden: { fetchedRate: '1', rate: '1.02', reason: 'Card' },
  DuplicateWarningDismissed: { duplicates: ['EXP-TEST000002'] },
  ExpenseApproved: { onRevision: 0, receiptSha256: null },
  ExpenseRejected: { reason: 'Unreadable' },
  ExpenseReverted: { note: null },
  ExpenseAmendedByAdmin: { reimbursement: { amount: '80.00', reason: 'Agreed' } },
  QuestionAsked: { question: 'Whose?' },
  QuestionAnswered: { answer: 'Mine' },
  ExpensePaid: { paymentId: 'p1' },
  DraftDeleted: {},
};
const STREAM = 'expense-1';
const opened = { type: 'ExpenseSubmitted', data: saved };
const rowAfter = (type: string, data: unknown) =>
  foldExpenses(new Map([[STREAM, [opened, { type, data }]]])).rows.get(STREAM);

/** The difference that an event makes to the line of the expense. */
const CHANGES: { readonly [Type in ExpenseEventType]: Record<string, string> | null } = {
  ExpenseDrafted: { status: 'draft' },
  ExpenseSubmitted: {},
  ExpenseRevised: {},
  ReceiptAttached: { receipt_sha256: sha256 },
  ReceiptRemoved: {},
  RateOverridden: { override: '1.02', reimbursement: '102.00' },
  DuplicateWarningDismissed: {},
  ExpenseApproved: { status: 'approved' },
  ExpenseRejected: { status: 'rejected' },
  ExpenseReverted: {},
  ExpenseAmendedByAdmin: { entered: '80.00', reimbursement: '80.00' },
  QuestionAsked: {},
  QuestionAnswered: {},
  ExpensePaid: { status: 'paid', payment: 'p1' },
  DraftDeleted: null,
};

describe('the verifier of a proof pack', () => {
  it.each(Object.keys(expenseEventSchemas) as ExpenseEventType[])('follows %s as the product does', (type) => {
    const before = foldExpenses(new Map([[STREAM, [opened]]])).rows.get(STREAM);
    const change = CHANGES[type];
    expect(rowAfter(type, DATA[type])).toEqual(change === null ? undefined : { ...before, revision: '1', ...change });
  });

  it('refuses a type of event that it does not know', () => {
    expect(() => rowAfter('ExpenseForgotten', {})).toThrow('is of an unknown type, ExpenseForgotten');
  });

  it('follows a payment with each of its events', () => {
    const report = { filename: 'report.xlsx' };
    const events: Record<PaymentEvent['type'], unknown> = {
      PaymentStarted: { currency: 'EUR', expenses: ['1'] },
      PaymentCompleted: { paid: ['1'] },
      ReportMade: report,
    };
    expect(Object.keys(events)).toEqual(Object.keys(paymentEventSchemas));
    const payment = Object.entries(events).map(([type, data]) => ({ type, data }));
    const paid = [opened, { type: 'ExpensePaid', data: DATA.ExpensePaid }];
    const streams: Streams = new Map([
      [STREAM, paid],
      ['payment-p1', payment],
    ]);
    expect(totalsOf(streams, foldExpenses(streams).rows)).toMatchObject([{ id: 'p1', report, total: '100.00' }]);
  });
});
