import { useQueryClient } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { isAllowed } from '@outlay/rules';
import { useState } from 'react';
import * as texts from '#strings/admin-expenses';
import { previewFailed } from '#strings/expense';
import { toast } from '../../../ui/toast';
import { isBarred } from '../super-admins';
import { useAdminSearch } from '../use-admin-search';
import type { ListedExpense } from './select-expenses';
import { amendProblem } from './row-actions';
import { useDecisions } from './use-decisions';
import { useReviewKeys } from './use-review-keys';
import { isSelectable } from './use-selection';

export interface Reviewed {
  readonly expenses: readonly ExpenseJson[];
  readonly shown: readonly ListedExpense[];
  readonly barredOwner: string | null;
}

/**
 * Going through the list: which expense is open, what comes before and after, and deciding with the next one at hand.
 * `isElsewhere` while something else stands above it, and takes the keys.
 */
export function useReview({ expenses, shown, barredOwner }: Reviewed, isElsewhere: boolean) {
  const queryClient = useQueryClient();
  const [{ expense: openId }, change] = useAdminSearch();
  const opened = openId ? expenses.find(({ expense_id }) => expense_id === openId) : undefined;
  const position = opened ? shown.findIndex(({ expense }) => expense.id === opened.id) : -1;
  const previous = shown[position - 1]?.expense;
  const next = position === -1 && opened ? undefined : shown[position + 1]?.expense;
  const waiting =
    opened && shown.slice(position + 1).find(({ expense }) => isSelectable(expense, barredOwner))?.expense;
  const show = (expense: ExpenseJson | undefined) =>
    expense && change({ expense: expense.expense_id }, opened ? 'replace' : 'push');

  const [editing, setEditing] = useState<ExpenseJson | null>(null);
  const edit = (expense: ExpenseJson) => {
    const problem = amendProblem(expense, barredOwner);
    if (problem) toast.error(problem);
    else setEditing(expense);
  };

  const decisions = useDecisions({
    onDecided: (decided, kind) => {
      // What waits next is shown at once; where nothing waits, the decided one stays and shows what became of it.
      if (opened?.id !== decided.id || kind === 'revert') return;
      show(waiting);
    },
    onUndone: (expense) => {
      if (opened && editing === null) show(expense);
    },
  });

  const approve = (expense: ExpenseJson) => {
    if (isBarred('approve', expense, barredOwner)) toast.error(texts.ownExpense);
    else decisions.approve(expense);
  };

  const onOpened = (action: 'approve' | 'reject' | 'revert', decide: (expense: ExpenseJson) => void) => () => {
    if (opened && isAllowed(action, opened.status)) decide(opened);
  };
  // A question may be on its way to the screen still: what is typed for it must not decide anything meanwhile.
  useReviewKeys(decisions.question === null && editing === null && !isElsewhere, {
    next: () => show(next),
    previous: () => show(previous),
    approve: onOpened('approve', approve),
    reject: onOpened('reject', decisions.askReason),
    revert: onOpened('revert', decisions.revert),
    edit: () => opened && edit(opened),
    openReceipt: () => {
      const receipt = opened?.receipt;
      if (!receipt) return;
      import('./open-receipt')
        .then(({ openReceipt }) => openReceipt(queryClient, receipt))
        .catch(() => toast.error(previewFailed));
    },
  });

  return {
    opened,
    previous,
    next,
    waiting,
    show,
    close: () => change({ expense: undefined }),
    decisions,
    editing,
    edit,
    endEdit: () => setEditing(null),
  };
}
