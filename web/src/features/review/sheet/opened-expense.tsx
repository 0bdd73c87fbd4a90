import type { ExpenseJson } from '@outlay/contracts';
import { useEffect } from 'react';
import { lazyPart } from '#ui/lazy-part';
import type { DecisionHandlers } from '../list/row-actions';
import type { Review } from '../use-review';

const DecisionDialogs = lazyPart(() => import('../decisions/decision-dialogs'));
const EditDialog = lazyPart(() => import('../edit/edit-dialog'));
const ExpenseSheet = lazyPart(() => import('./expense-sheet'));

export interface OpenedExpenseProps {
  review: Review;
  listed: readonly ExpenseJson[];
  total: number | string;
  barredOwner: string | null;
  handlers: DecisionHandlers;
}

/** The sheet of the opened expense, and the dialogs of decisions and edits that a row opens without the sheet. */
export function OpenedExpense(props: OpenedExpenseProps) {
  const { opened, decisions, editing, endEdit } = props.review;
  const { question } = decisions;
  useEffect(() => {
    if (!opened) return;
    void DecisionDialogs.preload();
  }, [opened]);
  const dialogs = (
    <>
      {question && <DecisionDialogs decisions={decisions} question={question} />}
      {editing && !opened && <EditDialog expense={editing} onClose={endEdit} />}
    </>
  );
  if (!opened) return dialogs;
  return (
    <ExpenseSheet {...props} expense={opened}>
      {dialogs}
    </ExpenseSheet>
  );
}
