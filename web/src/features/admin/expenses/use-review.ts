import { useQueryClient } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { isAllowed } from '@outlay/rules';
import { useEffect } from 'react';
import { receiptQuery } from '../../../expense/receipt';
import { useAdminSearch } from '../use-admin-search';
import { historyQuery } from '../api/admin-queries';
import type { ListedExpense } from './select-expenses';
import { useDecisions } from './use-decisions';
import { useReviewKeys } from './use-review-keys';

/** Going through the list: which expense is open, what comes before and after, and deciding with the next one at hand. */
export function useReview(expenses: readonly ExpenseJson[], shown: readonly ListedExpense[]) {
  const queryClient = useQueryClient();
  const [{ expense: openId }, change] = useAdminSearch();
  const opened = openId ? expenses.find(({ expense_id }) => expense_id === openId) : undefined;
  const position = opened ? shown.findIndex(({ expense }) => expense.id === opened.id) : -1;
  const previous = shown[position - 1]?.expense;
  const next = position === -1 && opened ? undefined : shown[position + 1]?.expense;
  const show = (expense: ExpenseJson | undefined) =>
    expense && change({ expense: expense.expense_id }, opened ? 'replace' : 'push');

  const decisions = useDecisions((decided, kind) => {
    // What waits next is shown at once; where nothing waits, the decided one stays and shows what became of it.
    if (opened?.id !== decided.id || kind === 'revert') return;
    show(shown.slice(position + 1).find(({ expense }) => expense.status === 'submitted')?.expense);
  });

  useEffect(() => {
    if (!opened || !next) return;
    void queryClient.prefetchQuery(historyQuery(next.id, next.revision));
    if (next.receipt !== null) void queryClient.prefetchQuery(receiptQuery(next.receipt));
  }, [queryClient, opened, next]);

  const onOpened = (action: 'approve' | 'reject' | 'revert', decide: (expense: ExpenseJson) => void) => () => {
    if (opened && isAllowed(action, opened.status)) decide(opened);
  };
  // A question may be on its way to the screen still: what is typed for it must not decide anything meanwhile.
  useReviewKeys(decisions.question === null, {
    next: () => show(next),
    previous: () => show(previous),
    approve: onOpened('approve', decisions.approve),
    reject: onOpened('reject', decisions.askReason),
    revert: onOpened('revert', decisions.revert),
    openReceipt: () => {
      if (opened?.receipt) void queryClient.fetchQuery(receiptQuery(opened.receipt)).then(openBlob);
    },
  });

  return { opened, previous, next, show, close: () => change({ expense: undefined }), decisions };
}

function openBlob(blob: Blob) {
  const url = URL.createObjectURL(blob);
  window.open(url, '_blank', 'noopener');
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
