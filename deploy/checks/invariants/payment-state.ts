import { setTimeout } from 'node:timers/promises';
import { listAllReportsRoute, paymentEventSchemas, type ReportJson } from '@outlay/contracts';
import type { EventStore, Position, RecordedEvent } from '@outlay/event-store';
import type { Installation } from './installation.js';

const PAGE = 2000;
const RECOVERY_MS = 60_000;
const CHECK_MS = 500;

/** The state in the events and the reports, without read models. */
export interface PaymentState {
  /** The payments that paid each expense, by the expense's id. */
  readonly paidBy: ReadonlyMap<string, readonly string[]>;
  /** The expenses each payment was started with and, once completed, those it paid. */
  readonly payments: ReadonlyMap<
    string,
    { readonly expenses: readonly string[]; readonly paid: readonly string[] | null }
  >;
  readonly reports: readonly Pick<ReportJson, 'payment_id' | 'status' | 'expense_count'>[];
}

/**
 * Waits until interrupted payments are finished, for as long as more reports become ready: a busy machine may need minutes.
 * Returns the remaining problem of each batch of expenses, or null.
 */
export async function problemsAfterRecovery(
  events: EventStore,
  { api, admin }: Pick<Installation, 'api' | 'admin'>,
  batches: readonly (readonly string[])[],
): Promise<(string | null)[]> {
  let mostReady = 0;
  let deadline = performance.now() + RECOVERY_MS;
  for (;;) {
    const reports = await api.call(listAllReportsRoute, { token: admin.token });
    const state = await readPaymentState(events, reports);
    const problems = batches.map((expenses) => paymentProblem(expenses, state));
    const ready = reports.filter(({ status }) => status === 'ready').length;
    if (ready > mostReady) deadline = performance.now() + RECOVERY_MS;
    if (problems.every((problem) => problem === null) || performance.now() > deadline) return problems;
    mostReady = Math.max(ready, mostReady);
    await setTimeout(CHECK_MS);
  }
}

export async function readPaymentState(events: EventStore, reports: PaymentState['reports']): Promise<PaymentState> {
  const paidBy = new Map<string, string[]>();
  const payments = new Map<string, { expenses: readonly string[]; paid: readonly string[] | null }>();
  for await (const { type, stream, data } of all(events, ['expense-', 'payment-'])) {
    const id = stream.slice(stream.indexOf('-') + 1);
    if (type === 'ExpensePaid') paidBy.set(id, [...(paidBy.get(id) ?? []), (data as { paymentId: string }).paymentId]);
    if (type === 'PaymentStarted') {
      payments.set(id, { expenses: paymentEventSchemas.PaymentStarted.parse(data).expenses, paid: null });
    }
    if (type === 'PaymentCompleted') {
      const { paid } = paymentEventSchemas.PaymentCompleted.parse(data);
      payments.set(id, { expenses: payments.get(id)?.expenses ?? [], paid });
    }
  }
  return { paidBy, payments, reports };
}

export function paymentProblem(
  expenses: readonly string[],
  { paidBy, payments, reports }: PaymentState,
): string | null {
  const doubled = expenses.find((id) => (paidBy.get(id) ?? []).length > 1);
  if (doubled) return `${doubled} was paid by ${paidBy.get(doubled)?.join(' and ')}`;
  for (const [paymentId, payment] of payments) {
    if (!payment.expenses.some((id) => expenses.includes(id))) continue;
    if (!payment.paid) return `Payment ${paymentId} was started and never completed`;
    const unpaid = payment.expenses.find((id) => !paidBy.has(id));
    if (unpaid) return `${unpaid} was in payment ${paymentId} and is not paid`;
    const theirs = payment.expenses.filter((id) => paidBy.get(id)?.[0] === paymentId);
    if (theirs.sort().join() !== [...payment.paid].sort().join())
      return `Payment ${paymentId} lists other expenses than it paid`;
    const made = reports.filter((report) => report.payment_id === paymentId);
    if (made.length !== Math.min(1, theirs.length)) return `Payment ${paymentId} has ${made.length} reports`;
    const [report] = made;
    if (report && (report.status !== 'ready' || report.expense_count !== theirs.length))
      return `The report of payment ${paymentId} is ${report.status}, of ${report.expense_count} expenses`;
  }
  return null;
}

async function* all(events: EventStore, prefixes: readonly string[]): AsyncGenerator<RecordedEvent> {
  let after: Position | null = null;
  for (;;) {
    const page: RecordedEvent[] = await events.readAll({ prefixes, after, limit: PAGE });
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.position;
  }
}
