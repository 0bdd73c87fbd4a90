import type { ExpenseJson } from '@outlay/contracts';
import { ADMIN_CATEGORIES, CATEGORIES, parseDecimal, type Decimal } from '@outlay/rules';
import type { AdminSearch } from '../admin-search';

/** An expense with what is asked of it on every key typed, put together once. */
export interface ListedExpense {
  readonly expense: ExpenseJson;
  readonly text: string;
  readonly reimbursement: Decimal | null;
}

// One decision changes one expense of a long list: the others are put together once.
const known = new WeakMap<ExpenseJson, ListedExpense>();

/** Name, email, justification and ID are searched (specification §2). */
function listed(expense: ExpenseJson): ListedExpense {
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

/** The whole list in its order, the newest first. */
export function orderExpenses(expenses: readonly ExpenseJson[], sort: AdminSearch['sort']): ListedExpense[] {
  const bySubmission = ({ created_at, date }: ExpenseJson) => created_at || (date ?? '');
  const key = sort === 'expense' ? ({ date }: ExpenseJson) => date ?? '' : bySubmission;
  return expenses.toSorted((a, b) => (key(a) < key(b) ? 1 : key(a) > key(b) ? -1 : 0)).map(listed);
}

/** Those the filters let through, in the same order. */
export function filterExpenses(expenses: readonly ListedExpense[], search: AdminSearch): readonly ListedExpense[] {
  const { user, status, category } = search;
  const text = (search.q ?? '').trim().toLowerCase();
  return expenses.filter(
    ({ expense, text: searched }) =>
      (!user || expense.user_email === user) &&
      (!status || expense.status === status) &&
      (!category || expense.type === category) &&
      searched.includes(text),
  );
}

/** What the category filter offers: the form's list, the panel's own, and whatever else expenses have. */
export function categoriesOf(expenses: readonly ExpenseJson[]): string[] {
  const used = expenses.flatMap(({ type }) => type ?? []);
  const offered = new Set<string>([...CATEGORIES, ...ADMIN_CATEGORIES, ...used]);
  offered.delete('Other');
  return [...offered, 'Other'];
}
