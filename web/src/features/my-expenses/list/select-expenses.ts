import type { ExpenseJson } from '@outlay/contracts';
import { formatDate } from '../../../expense/format';
import type { ListSearch } from './list-search';

/** The expenses the filters let through, in their order. */
export function selectExpenses(expenses: readonly ExpenseJson[], search: ListSearch): ExpenseJson[] {
  const matches = textMatcher(search.q ?? '');
  return expenses
    .filter(
      (expense) =>
        (!search.status || expense.status === search.status) &&
        (!search.category || expense.type === search.category) &&
        matches(expense),
    )
    .sort(search.sort === 'expense' ? byExpenseDate : bySubmission);
}

export function categoriesOf(expenses: readonly ExpenseJson[]): string[] {
  return [...new Set(expenses.flatMap(({ type }) => type ?? []))].sort();
}

// Texts are put together once an expense, so that each key typed in a long list only compares.
const texts = new WeakMap<ExpenseJson, string>();

function searchableText(expense: ExpenseJson): string {
  const known = texts.get(expense);
  if (known !== undefined) return known;
  const { justification, type, user_name, expense_id, date } = expense;
  const text = [justification, type, user_name, expense_id, date, formatDate(date)].join('\n').toLowerCase();
  texts.set(expense, text);
  return text;
}

/** Text anywhere in name, category, justification, date or ID; a number equal to either amount (specification §2). */
function textMatcher(typed: string): (expense: ExpenseJson) => boolean {
  const text = typed.trim().toLowerCase();
  if (text === '') return () => true;
  const number = Number(text.replaceAll(',', ''));
  return (expense) =>
    searchableText(expense).includes(text) || expense.amount === number || expense.reimbursement_amount === number;
}

function bySubmission(a: ExpenseJson, b: ExpenseJson): number {
  return descending(a.submitted_at ?? a.created_at, b.submitted_at ?? b.created_at);
}

function byExpenseDate(a: ExpenseJson, b: ExpenseJson): number {
  return descending(a.date ?? '', b.date ?? '') || bySubmission(a, b);
}

function descending(a: string, b: string): number {
  return a < b ? 1 : a > b ? -1 : 0;
}
