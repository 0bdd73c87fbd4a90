import type {
  AlreadyPaidDetails,
  AlreadyPaidExpense,
  ChangedDetails,
  ChangedExpense,
  ExpenseJson,
  PaidReply,
} from '@outlay/contracts';
import { ApiError } from '#lib/errors';

/** Differences from the dialog that the payer has to know before transferring money. */
export interface PayOutcome {
  readonly kind: 'already-paid' | 'changed' | 'in-part';
  readonly alreadyPaid: readonly AlreadyPaidExpense[];
  readonly changed: readonly ChangedExpense[];
  readonly totals: ChangedDetails | null;
}

/** The expenses that the payment contains, of those shown. */
export function paidAmong(shown: readonly ExpenseJson[], { alreadyPaid, changed }: PayOutcome): ExpenseJson[] {
  const left = new Set([...alreadyPaid, ...changed].map(({ expense_id }) => expense_id));
  return shown.filter(({ expense_id }) => !left.has(expense_id));
}

export function outcomeOf(paid: PaidReply | undefined, error: unknown): PayOutcome | null {
  if (error instanceof ApiError && error.details) return refusalOf(error);
  if (!paid) return null;
  const { already_paid: alreadyPaid, changed } = paid.skipped;
  if (alreadyPaid.length + changed.length === 0) return null;
  return { kind: 'in-part', alreadyPaid, changed, totals: null };
}

function refusalOf({ code, details }: ApiError): PayOutcome | null {
  if (code === 'ALREADY_PAID') {
    const { expenses } = details as AlreadyPaidDetails;
    return { kind: 'already-paid', alreadyPaid: expenses, changed: [], totals: null };
  }
  if (code !== 'VERSION_CONFLICT') return null;
  const totals = details as ChangedDetails;
  return { kind: 'changed', alreadyPaid: [], changed: totals.expenses, totals };
}
