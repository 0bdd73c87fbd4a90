import type { ExpenseJson } from '@outlay/contracts';
import type { ReimbursementCurrency } from '@outlay/rules';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api';
import { logged } from '#lib/log';
import { ALL_EXPENSES } from '#panel/queries';

/** The most expenses of one payment. */
const MOST = 1_000;

/** The approved expenses of one person in one currency, as many as one payment takes. */
export interface Owed {
  readonly key: string;
  readonly userId: string;
  readonly userName: string;
  readonly userEmail: string;
  readonly currency: ReimbursementCurrency;
  /** The approved expenses as they were shown. */
  readonly expenses: readonly ExpenseJson[];
  /** The instant of the oldest approval. */
  readonly since: string | null;
  /** How many had a figure changed after their approval. */
  readonly changed: number;
}

export const owedQuery = queryOptions({
  queryKey: [...ALL_EXPENSES.key, 'owed'],
  queryFn: ({ signal }) =>
    logged(
      'The approved expenses could not be fetched',
      signal,
      // Without a limit, the reply is the whole list.
      api(ALL_EXPENSES.list, { query: { status: 'approved', sort: 'oldest' }, signal }),
    ),
  select: owedOf,
  staleTime: 0,
});

/** By the time they have waited, longest first. */
export function owedOf(approved: readonly ExpenseJson[]): Owed[] {
  const groups = new Map<string, ExpenseJson[]>();
  for (const expense of approved) {
    const group = `${expense.user_id} ${expense.reimbursement_currency}`;
    groups.set(group, [...(groups.get(group) ?? []), expense]);
  }
  return [...groups]
    .flatMap(([group, expenses]) =>
      Array.from({ length: Math.ceil(expenses.length / MOST) }, (_, part) =>
        payableOf(`${group} ${part}`, expenses.slice(part * MOST, (part + 1) * MOST)),
      ),
    )
    .toSorted((a, b) => (a.since ?? '').localeCompare(b.since ?? ''));
}

function payableOf(key: string, expenses: readonly ExpenseJson[]): Owed {
  const [first] = expenses;
  if (!first) throw new Error('Nothing is owed');
  const [since = null] = expenses.flatMap(({ approved_at }) => approved_at ?? []).toSorted();
  return {
    key,
    userId: first.user_id,
    userName: first.user_name,
    userEmail: first.user_email,
    currency: first.reimbursement_currency,
    expenses,
    since,
    changed: expenses.filter(({ amended_after_approval_by }) => amended_after_approval_by !== null).length,
  };
}
