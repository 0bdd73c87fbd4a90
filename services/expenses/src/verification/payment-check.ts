import type { Finding, PaymentEvent, ReportMade } from '@outlay/contracts';
import { addDecimals, roundHalfUp, type Decimal } from '@outlay/rules';
import type { Scratch } from '@outlay/sqlite';
import { digestOf, type EventCheck, type WalkedEvent } from '@outlay/event-sourcing';
import { isExisting } from '../domain/expense.js';
import { reimbursementAmount } from '../domain/reimbursement.js';
import { EXPENSE_PREFIX, PAYMENT_PREFIX } from '../stream/stream-types.js';
import { expenseOf } from './walked-expense.js';

type DataOf<T extends PaymentEvent['type']> = Extract<PaymentEvent, { type: T }>['data'];

/** The figures of a payment in its events. */
export interface PaymentFigures {
  readonly userId: string;
  readonly userName: string;
  readonly paidAt: string;
  readonly currency: string;
  readonly total: Decimal;
  /** The public ids, in the order of the payment. */
  readonly expenseIds: readonly string[];
  /** The latest one; null before it is made. */
  readonly report: ReportMade | null;
}

/** Each payment against the `ExpensePaid` of its expenses, in both directions. */
export class PaymentCheck implements EventCheck {
  constructor(private readonly scratch: Scratch) {
    scratch.create('payments', 'id TEXT PRIMARY KEY, started TEXT, completed TEXT, at TEXT, report TEXT');
    scratch.create(
      'paid',
      'expense TEXT PRIMARY KEY, payment TEXT, revision INT, owner TEXT, currency TEXT, amount TEXT, number TEXT',
    );
  }

  *event(walked: WalkedEvent): Generator<Finding> {
    const { event, data, metadata, isReadable } = walked;
    const { stream, type, revision } = event;
    if (!isReadable) return;
    if (type === 'PaymentStarted') {
      const id = stream.slice(PAYMENT_PREFIX.length);
      this.scratch.run('INSERT OR IGNORE INTO payments (id, started) VALUES (?, ?)', id, JSON.stringify(data));
    } else if (type === 'PaymentCompleted') {
      const id = stream.slice(PAYMENT_PREFIX.length);
      const at = metadata?.at ?? '';
      this.scratch.run('UPDATE payments SET completed = ?, at = ? WHERE id = ?', JSON.stringify(data), at, id);
    } else if (type === 'ReportMade') {
      const id = stream.slice(PAYMENT_PREFIX.length);
      this.scratch.run('UPDATE payments SET report = ? WHERE id = ?', JSON.stringify(data), id);
    } else if (type === 'ExpensePaid') {
      const { paymentId } = data as { readonly paymentId: string };
      const expense = expenseOf(walked);
      const claim = expense && isExisting(expense.state) ? expense.state.claim : null;
      const figures = claim
        ? [claim.owner.id, claim.reimbursementCurrency, reimbursementAmount(claim) ?? '0', claim.expenseId]
        : [null, null, null, null];
      const id = stream.slice(EXPENSE_PREFIX.length);
      this.scratch.run('INSERT OR IGNORE INTO paid VALUES (?, ?, ?, ?, ?, ?, ?)', id, paymentId, revision, ...figures);
    }
  }

  *end(): Generator<Finding> {
    for (const { id } of this.scratch.iterate('SELECT id FROM payments')) yield* this.checkPayment(String(id));
    for (const { expense, payment } of this.scratch.iterate('SELECT expense, payment FROM paid')) {
      yield* this.checkPaid(String(expense), String(payment));
    }
  }

  /** The figures of a completed payment; null if the events up to the fixed position have none. */
  figuresOf(paymentId: string): PaymentFigures | null {
    const { started, completed, paidAt = '', report = null } = this.payment(paymentId) ?? {};
    if (!started || !completed) return null;
    const paid = completed.paid.map((expense) =>
      this.scratch.get('SELECT amount, number FROM paid WHERE expense = ?', expense),
    );
    const total = roundHalfUp(addDecimals(paid.map((row) => String(row?.amount ?? '0') as Decimal)), 2);
    return {
      userId: started.user.id,
      userName: started.user.name,
      paidAt,
      currency: started.currency,
      total,
      expenseIds: paid.map((row) => String(row?.number)),
      report,
    };
  }

  hasReport(id: string): boolean {
    return (this.payment(id)?.report ?? null) !== null;
  }

  /** The ids of the payments whose report was made. */
  *withReport(): Generator<string> {
    for (const { id } of this.scratch.iterate('SELECT id FROM payments WHERE report IS NOT NULL')) yield String(id);
  }

  private *checkPayment(id: string): Generator<Finding> {
    const { started, completed } = this.payment(id) ?? {};
    if (!started || !completed) return;
    const handled = [...completed.paid, ...completed.skipped];
    if (handled.length !== started.expenses.length || !started.expenses.every((expense) => handled.includes(expense))) {
      yield this.differs(id, 'completed', 'it did not complete the expenses that it started with');
    }
    for (const expense of completed.paid) {
      const row = this.scratch.get('SELECT * FROM paid WHERE expense = ?', expense);
      if (row?.payment !== id)
        yield this.differs(id, expense, `it says that it paid ${EXPENSE_PREFIX}${expense}, which does not`);
      else if (row.owner !== null && row.owner !== started.user.id)
        yield this.differs(id, expense, `${EXPENSE_PREFIX}${expense} belongs to somebody else`);
      else if (row.currency !== null && row.currency !== started.currency)
        yield this.differs(id, expense, `${EXPENSE_PREFIX}${expense} is reimbursed in another currency`);
    }
  }

  private *checkPaid(expense: string, id: string): Generator<Finding> {
    const { started, completed } = this.payment(id) ?? {};
    if (!started)
      yield this.differs(id, expense, `${EXPENSE_PREFIX}${expense} was paid in it, but it was never started`);
    else if (!started.expenses.includes(expense))
      yield this.differs(id, expense, `${EXPENSE_PREFIX}${expense} was paid in it, but it does not include it`);
    else if (completed && !completed.paid.includes(expense))
      yield this.differs(id, expense, `${EXPENSE_PREFIX}${expense} was paid in it, but it completed without it`);
  }

  private payment(id: string) {
    const row = this.scratch.get('SELECT started, completed, at, report FROM payments WHERE id = ?', id);
    if (!row) return null;
    const completed = row.completed === null ? null : (JSON.parse(String(row.completed)) as DataOf<'PaymentCompleted'>);
    const report = row.report === null ? null : (JSON.parse(String(row.report)) as ReportMade);
    const started = JSON.parse(String(row.started)) as DataOf<'PaymentStarted'>;
    return { started, completed, paidAt: String(row.at), report };
  }

  private differs(id: string, part: string, reason: string): Finding {
    const stream = PAYMENT_PREFIX + id;
    const paid = this.scratch.get('SELECT * FROM paid WHERE expense = ?', part);
    return {
      kind: 'payment-differs',
      place: `${stream}/${part}`,
      stream,
      message: `Payment ${id}: ${reason}.`,
      digest: digestOf(this.payment(id), paid),
    };
  }
}
