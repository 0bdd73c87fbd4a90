import type { ExpenseJson } from '@outlay/contracts';
import { formatDate } from '#expense/format';
import type { ListSearch } from './list-search';

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

// Cached per expense, so that typing in a long list stays fast.
const searchableTexts = new WeakMap<ExpenseJson, string>();

function searchableText(expense: ExpenseJson): string {
  const cached = searchableTexts.get(expense);
  if (cached !== undefined) return cached;
  const { justification, type, user_name, expense_id, date } = expense;
  const text = [justification, type, user_name, expense_id, date, formatDate(date)].join('\n').toLowerCase();
  searchableTexts.set(expense, text);
  return text;
}

/** Matches text in name, category, justification, date or ID, or a number equal to an amount (specification §2). */
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
