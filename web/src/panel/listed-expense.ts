import type { ExpenseJson } from '@outlay/contracts';
import { parseDecimal, type Decimal } from '@outlay/rules';

export interface ListedExpense {
  readonly expense: ExpenseJson;
  readonly text: string;
  readonly reimbursement: Decimal | null;
}

// A decision changes one expense of a long list: the entries of the others are reused.
const known = new WeakMap<ExpenseJson, ListedExpense>();

/** Searches name, email, justification and ID (specification §2). */
export function listed(expense: ExpenseJson): ListedExpense {
  const before = known.get(expense);
  if (before) return before;
  const { user_name, user_email, justification, expense_id } = expense;
  const made = {
    expense,
    text: [user_name, user_email, justification, expense_id].join('\n').toLowerCase(),
    reimbursement: parseDecimal(expense.reimbursement_amount),
  };
  known.set(expense, made);
  return made;
}
