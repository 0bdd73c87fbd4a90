import type { ExpenseJson } from '@outlay/contracts';
import { ADMIN_CATEGORIES, CATEGORIES } from '@outlay/rules';
import { listed, type ListedExpense } from '#panel/listed-expense';
import type { PanelSearch } from '#panel/panel-search';

export function orderExpenses(expenses: readonly ExpenseJson[], sort: PanelSearch['sort']): ListedExpense[] {
  const bySubmission = ({ created_at, date }: ExpenseJson) => created_at || (date ?? '');
  const key = sort === 'expense' ? ({ date }: ExpenseJson) => date ?? '' : bySubmission;
  return expenses.toSorted((a, b) => (key(a) < key(b) ? 1 : key(a) > key(b) ? -1 : 0)).map(listed);
}

export function filterExpenses(expenses: readonly ListedExpense[], search: PanelSearch): readonly ListedExpense[] {
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

export function categoriesOf(expenses: readonly ExpenseJson[]): string[] {
  const used = expenses.flatMap(({ type }) => type ?? []);
  const offered = new Set<string>([...CATEGORIES, ...ADMIN_CATEGORIES, ...used]);
  offered.delete('Other');
  return [...offered, 'Other'];
}
