import type { ExpenseJson } from '@outlay/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { oneExpense, type ListScope } from './expense-list';
import { isWaiting } from './waiting';

/** The open expense, which need not be among the loaded rows. Undefined until known, null if there is none. */
export function useOneExpense(
  scope: ListScope,
  expenseId: string | undefined,
  rows: readonly ExpenseJson[],
): ExpenseJson | null | undefined {
  const row = rows.find(({ expense_id }) => expense_id === expenseId);
  const isAlone = expenseId !== undefined && row === undefined;
  const { data, isError } = useQuery({ ...oneExpense(scope, expenseId ?? ''), enabled: isAlone });
  if (expenseId === undefined) return undefined;
  return row ?? (isError ? null : data);
}

/**
 * The open expense as its reviewer has seen it: somebody else's change must not replace it between a look and a decision,
 * which is refused instead. One's own changes show at once, and so does what ends the wait for an answer: a claim that
 * waits cannot be approved.
 */
export function useSeenExpense(
  scope: ListScope,
  expenseId: string | undefined,
  rows: readonly ExpenseJson[],
): ExpenseJson | undefined {
  const client = useQueryClient();
  const current = useOneExpense(scope, expenseId, rows) ?? undefined;
  const own = client.getQueryData(oneExpense(scope, expenseId ?? '').queryKey) ?? undefined;
  const [seen, setSeen] = useState(current);
  const kept = later(seen?.expense_id === expenseId ? seen : current, own);
  const shown = kept && isWaiting(kept) ? later(kept, current) : kept;
  if (shown !== seen) setSeen(shown);
  return shown;
}

function later(expense: ExpenseJson | undefined, other: ExpenseJson | undefined): ExpenseJson | undefined {
  return expense && other && other.revision > expense.revision ? other : expense;
}
