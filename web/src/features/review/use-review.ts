import { useQueryClient } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { isAllowed } from '@outlay/rules';
import { useEffect, useRef, useState } from 'react';
import { previewFailed } from '#strings/expense';
import { useSeenExpense } from '#expense/use-one-expense';
import { useTransientValue } from '#lib/use-transient-value';
import { useStableActions } from '#lib/use-stable-actions';
import { isRepeatedKey } from '#ui/one-press';
import { runOfferedAction, toast } from '#ui/toast';
import { ALL_EXPENSES } from '#panel/queries';
import { useMayAct } from '#panel/use-may-act';
import { usePanelSearch } from '#panel/use-panel-search';
import { amendProblem, approvalProblem } from './list/row-actions';
import { useDecisions } from './decisions/use-decisions';
import { useReviewKeys } from './sheet/use-review-keys';
import { isSelectable } from './list/use-selection';

/** The delay is longer than it takes to see the change. */
const UNSEEN_MS = 400;

/** How long a press that did not count is shown as refused. */
const REFUSED_MS = 2_500;

/** The next pending expense is looked for this far ahead of the open one. */
const LOOK_AHEAD = 500;

export interface Reviewed {
  readonly rows: readonly ExpenseJson[];
  readonly hasNextPage: boolean;
  readonly more: () => void;
  readonly barredOwner: string | null;
}

export function useReview({ rows, hasNextPage, more, barredOwner }: Reviewed, isElsewhere: boolean) {
  const queryClient = useQueryClient();
  const mayAct = useMayAct();
  const [{ expense: openId }, change] = usePanelSearch();
  const opened = useSeenExpense(ALL_EXPENSES, openId, rows);
  const position = opened ? rows.findIndex(({ id }) => id === opened.id) : -1;
  const previous = rows[position - 1];
  const next = position === -1 && opened ? undefined : rows[position + 1];
  const show = (expense: ExpenseJson | undefined) =>
    expense && change({ expense: expense.expense_id }, opened ? 'replace' : 'push');

  // The form belongs to the sheet that it was opened in, or to the list.
  const [form, setForm] = useState<{ expense: ExpenseJson; within: string | undefined } | null>(null);
  if (form && form.within !== openId) setForm(null);
  const editing = form?.expense ?? null;
  const edit = (expense: ExpenseJson) => {
    const problem = amendProblem(expense, barredOwner);
    if (problem) toast.error(problem);
    else setForm({ expense, within: openId });
  };

  const [justAppearedId, setJustAppearedId] = useTransientValue<string>(UNSEEN_MS);
  // When a reply arrives, another expense or screen may be open; leave its URL alone.
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  const { isOpen } = useStableActions({
    isOpen: (expense: ExpenseJson) => isMounted.current && editing === null && opened?.id === expense.id,
  });
  const showNextPending = (expense: ExpenseJson) => {
    if (!isOpen(expense) || !nextPending) return null;
    show(nextPending);
    return nextPending;
  };
  const decisions = useDecisions({
    showNextPending: (expense) => showNextPending(expense) !== null,
    onDecided: (expense, kind) => {
      // After a revert, or if nothing is pending, the decided expense stays open.
      const shown = kind === 'revert' ? null : showNextPending(expense);
      setJustAppearedId((shown ?? expense).id);
    },
    returnTo: (expense) => {
      if (!isMounted.current || !opened || editing !== null) return false;
      setJustAppearedId(expense.id);
      show(expense);
      return true;
    },
  });

  const [refusedId, setRefusedId] = useTransientValue<string>(REFUSED_MS);
  const refuse = ({ id }: ExpenseJson) => setRefusedId(id);
  const isPending = (expense: ExpenseJson) => isSelectable(expense, barredOwner) && !decisions.isDeciding(expense);
  const laterPending = opened && rows.slice(position + 1).find(isPending);
  // The search starts again with the earlier ones after the last one.
  const nextPending = laterPending ?? (opened && rows.slice(0, Math.max(0, position)).find(isPending));
  const isNearEnd = position >= rows.length - 10 || (!laterPending && position >= rows.length - LOOK_AHEAD);
  useEffect(() => {
    if (position !== -1 && isNearEnd && hasNextPage) more();
  }, [position, isNearEnd, hasNextPage, rows.length, more]);

  /** A late reply may have opened an expense that nobody has seen yet. */
  const hasJustAppeared = opened !== undefined && opened.id === justAppearedId;
  const unlessJustAppeared = (decide: (expense: ExpenseJson) => void) => (expense: ExpenseJson) => {
    if (!hasJustAppeared) return decide(expense);
    setJustAppearedId(expense.id);
    refuse(expense);
  };
  const approve = unlessJustAppeared((expense) => {
    const problem = approvalProblem(expense, barredOwner);
    if (problem) toast.error(problem);
    else decisions.approve(expense);
  });

  const onOpened = (action: 'approve' | 'reject' | 'revert', decide: (expense: ExpenseJson) => void) => () => {
    if (mayAct && opened && isAllowed(action, opened.status)) decide(opened);
  };
  const unlessRepeated = (decide: (expense: ExpenseJson) => void) => (expense: ExpenseJson) => {
    if (isRepeatedKey()) refuse(expense);
    else decide(expense);
  };
  const openReceipt = () => {
    const receipt = opened?.receipt;
    if (!receipt) return;
    import('./sheet/open-receipt')
      .then((module) => module.openReceipt(queryClient, receipt))
      .catch(() => toast.error(previewFailed));
  };
  // The question's dialog may still be loading: its keystrokes must not decide anything.
  useReviewKeys(decisions.question === null && editing === null && !isElsewhere, {
    next: () => show(next),
    previous: () => show(previous),
    approve: onOpened('approve', unlessRepeated(approve)),
    reject: onOpened('reject', decisions.askReason),
    revert: onOpened('revert', decisions.askNote),
    undo: () => {
      if (!isRepeatedKey()) runOfferedAction();
    },
    edit: () => mayAct && opened && edit(opened),
    openReceipt,
  });

  return {
    opened,
    previous,
    next,
    nextPending,
    show,
    close: () => change({ expense: undefined }),
    decisions,
    /** An open question shows its own failure. */
    failure: decisions.question ? null : decisions.failure,
    hasJustAppeared,
    /** A press for it did not count. */
    isRefused: opened !== undefined && opened.id === refusedId,
    refuse,
    approve,
    openReceipt,
    editing,
    edit,
    endEdit: () => setForm(null),
  };
}

export type Review = ReturnType<typeof useReview>;
