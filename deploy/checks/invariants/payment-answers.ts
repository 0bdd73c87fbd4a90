import {
  eventMetadata,
  OutlayError,
  payExpensesRoute,
  type AlreadyPaidDetails,
  type ExpenseJson,
  type RouteReply,
} from '@outlay/contracts';
import type { EventStore } from '@outlay/event-store';
import type { RestClient } from '@outlay/seed';
import { resultOf } from './claims.js';
import type { SignedIn } from './installation.js';

export interface PaymentAnswer {
  readonly payerId: string;
  readonly key: string | null;
  readonly batch: readonly ExpenseJson[];
  readonly result: { readonly reply: RouteReply<typeof payExpensesRoute> } | { readonly rejection: OutlayError };
}

export interface PaidExpense {
  readonly paymentId: string;
  readonly payer: { readonly id: string; readonly email: string };
  /** The revision that was paid. */
  readonly revision: number;
}

/** The payments of each expense in the events, by the expense's public id. */
export type PaidExpenses = ReadonlyMap<string, readonly PaidExpense[]>;

export async function askToPay(
  api: RestClient,
  { token, user }: SignedIn,
  batch: readonly ExpenseJson[],
  { key = null, shown = {} }: { key?: string | null; shown?: object } = {},
): Promise<PaymentAnswer> {
  const body = { expense_ids: batch.map(({ id }) => id), user_name: batch[0]?.user_name ?? '', ...shown };
  const idempotencyKey = key ?? undefined;
  const send = () => api.call(payExpensesRoute, { token, body, idempotencyKey });
  const result = await resultOf(
    send().catch((error: unknown) => {
      // The payment may be under way: a person asks again.
      if (error instanceof OutlayError && error.code === 'OUTCOME_UNKNOWN') return send();
      throw error;
    }),
  );
  return { payerId: user.id, key, batch, result };
}

export async function readPaid(events: EventStore, batch: readonly ExpenseJson[]): Promise<PaidExpenses> {
  const entries = batch.map(async ({ id, expense_id }) => {
    const stored = await events.readStream(`expense-${id}`);
    const paid = stored
      .filter(({ type }) => type === 'ExpensePaid')
      .map(async ({ data, revision }) => {
        const { paymentId } = data as { paymentId: string };
        const [started] = await events.readStream(`payment-${paymentId}`, { limit: 1 });
        return { paymentId, payer: eventMetadata.parse(started?.metadata).actor, revision: revision - 1 };
      });
    return [expense_id, await Promise.all(paid)] as const;
  });
  return new Map(await Promise.all(entries));
}

/** The expenses that the answer says are paid by its payment. */
export function paidInAnswer({ batch, result }: PaymentAnswer): string[] {
  if ('rejection' in result) return [];
  const { already_paid, changed } = result.reply.skipped;
  const skipped = new Set([...already_paid, ...changed].map(({ expense_id }) => expense_id));
  return batch.map(({ expense_id }) => expense_id).filter((id) => !skipped.has(id));
}

/** Null if each expense that is said to be paid was paid once, by that payment of that person. */
export function answerProblem(answer: PaymentAnswer, paid: PaidExpenses): string | null {
  const { result, payerId } = answer;
  if ('rejection' in result) return null;
  const said = paidInAnswer(answer);
  const count = `${said.length} expenses marked as paid`;
  if (!result.reply.message.startsWith(count)) return `"${result.reply.message}" for ${said.length} expenses`;
  const wrong = said.find((id) => {
    const [by, ...others] = paid.get(id) ?? [];
    return by?.paymentId !== result.reply.payment_id || by.payer.id !== payerId || others.length > 0;
  });
  return wrong === undefined ? null : `${payerId} was told that ${wrong} is paid, which is not their payment`;
}

/** Null if the refusal names the payer of each expense it lists. */
export function refusalProblem({ result }: PaymentAnswer, paid: PaidExpenses): string | null {
  if ('reply' in result) return null;
  const { code, message, details } = result.rejection;
  if (code !== 'ALREADY_PAID') return `Refused with ${code}: ${message}`;
  const { expenses } = details as AlreadyPaidDetails;
  if (expenses.length === 0) return 'Refused as paid, without saying what';
  const unpaid = expenses.find(({ expense_id }) => (paid.get(expense_id) ?? []).length !== 1);
  if (unpaid) return `Refused because ${unpaid.expense_id} is paid, which it is not`;
  const misnamed = expenses.find(({ expense_id, payment_id, paid_by }) => {
    const [by] = paid.get(expense_id) ?? [];
    return by?.paymentId === payment_id && by.payer.email !== paid_by.email;
  });
  return misnamed ? `${misnamed.expense_id} was not paid by ${misnamed.paid_by.email}` : null;
}
