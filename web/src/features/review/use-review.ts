import { useQueryClient } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { isAllowed } from '@outlay/rules';
import { useEffect, useRef, useState } from 'react';
import * as texts from '#strings/admin-expenses';
import { previewFailed } from '#strings/expense';
import { useTransientValue } from '#lib/use-transient-value';
import { useStableActions } from '#lib/use-stable-actions';
import { toast } from '#ui/toast';
import { isBarred } from '#panel/super-admins';
import { usePanelSearch } from '#panel/use-panel-search';
import type { ListedExpense } from '#panel/listed-expense';
import { amendProblem } from './list/row-actions';
import { useDecisions } from './decisions/use-decisions';
import { useReviewKeys } from './sheet/use-review-keys';
import { isSelectable } from './list/use-selection';

/** The two clicks of a double click are not further apart, nor the repetitions of a key held down. */
const ONE_PRESS_MS = 400;

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
  const [{ expense: openId }, change] = usePanelSearch();
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

  const [newcomer, setNewcomer] = useTransientValue<string>(ONE_PRESS_MS);
  // By the time of an answer one may have looked further, or have gone to another screen, whose address is left alone.
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  const { isOpen } = useStableActions({
    isOpen: (expense: ExpenseJson) => isHere.current && opened?.id === expense.id,
  });
  const moveOn = (expense: ExpenseJson) => {
    if (!isOpen(expense) || !waiting) return false;
    setNewcomer(waiting.id);
    show(waiting);
    return true;
  };
  const decisions = useDecisions({
    moveOn,
    onDecided: (expense, kind) => {
      // Of a revert, and where nothing waits, one sees what became of it.
      if (kind === 'revert' || !moveOn(expense)) setNewcomer(expense.id);
    },
    comeBack: (expense) => {
      if (!isHere.current || !opened || editing !== null) return false;
      setNewcomer(expense.id);
      show(expense);
      return true;
    },
  });

  /** What came, or changed, by a decision is not decided by the same press: nobody has seen it yet. */
  const hasJustCome = opened !== undefined && opened.id === newcomer;
  const unlessJustCome = (decide: (expense: ExpenseJson) => void) => (expense: ExpenseJson) => {
    if (hasJustCome) setNewcomer(expense.id);
    else decide(expense);
  };
  const approve = unlessJustCome((expense) => {
    if (isBarred('approve', expense, barredOwner)) toast.error(texts.ownExpense);
    else decisions.approve(expense);
  });
  const revert = unlessJustCome(decisions.revert);

  const onOpened = (action: 'approve' | 'reject' | 'revert', decide: (expense: ExpenseJson) => void) => () => {
    if (opened && isAllowed(action, opened.status)) decide(opened);
  };
  // A question may be on its way to the screen still: what is typed for it must not decide anything meanwhile.
  useReviewKeys(decisions.question === null && editing === null && !isElsewhere, {
    next: () => show(next),
    previous: () => show(previous),
    approve: onOpened('approve', approve),
    reject: onOpened('reject', decisions.askReason),
    revert: onOpened('revert', revert),
    edit: () => opened && edit(opened),
    openReceipt: () => {
      const receipt = opened?.receipt;
      if (!receipt) return;
      import('./sheet/open-receipt')
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
    hasJustCome,
    approve,
    revert,
    editing,
    edit,
    endEdit: () => setEditing(null),
  };
}
