import type { ExpenseJson } from '@outlay/contracts';
import { CATEGORIES } from '@outlay/rules';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { expenseList } from '#expense/expense-list';
import { OWN_EXPENSES } from '#expense/own-expenses';

/** The category of the person's latest claim that names a merchant. */
export function usualCategory(merchant: string | undefined) {
  return queryOptions({
    queryKey: [...OWN_EXPENSES.key, 'usual-category', merchant],
    queryFn: merchant
      ? async ({ client }) => {
          const list = await client.fetchInfiniteQuery(expenseList(OWN_EXPENSES, {}));
          return (
            categoryOf(
              merchant,
              list.pages.flatMap(({ rows }) => rows),
            ) ?? null
          );
        }
      : skipToken,
    staleTime: Infinity,
    retry: false,
  });
}

const letters = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();

function categoryOf(merchant: string, rows: readonly ExpenseJson[]): string | undefined {
  const name = letters(merchant);
  const offered: readonly string[] = CATEGORIES;
  return rows
    .filter(({ justification }) => name !== '' && ` ${letters(justification ?? '')} `.includes(` ${name} `))
    .toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''))
    .map(({ type }) => type)
    .find((type): type is string => type !== null && offered.includes(type));
}
