import type { ExpenseJson } from '@outlay/contracts';
import { isAllowed } from '@outlay/rules';
import { Check, Pencil, Undo2, X } from 'lucide-react';
import * as texts from '#strings/admin-expenses';
import { IconButton } from '../../../ui/button';
import { isBarred } from '../super-admins';

export interface Deciding {
  onApprove: (expense: ExpenseJson) => void;
  onReject: (expense: ExpenseJson) => void;
  onRevert: (expense: ExpenseJson) => void;
  onEdit: (expense: ExpenseJson) => void;
}

export interface RowActionsProps extends Deciding {
  expense: ExpenseJson;
  barredOwner: string | null;
  small?: boolean;
}

/** Why this reviewer may not correct an expense; null where they may. */
export function amendProblem(expense: ExpenseJson, barredOwner: string | null): string | null {
  if (!isAllowed('amend', expense.status)) return texts.notEditable;
  return isBarred('amend', expense, barredOwner) ? texts.ownExpense : null;
}

/** What a list offers: what was submitted to approve or reject, what was decided to take back, and all but paid to edit. */
export function RowActions({ expense, barredOwner, small, ...deciding }: RowActionsProps) {
  const { onApprove, onReject, onRevert, onEdit } = deciding;
  const { status, expense_id } = expense;
  const keptFromApproving = isBarred('approve', expense, barredOwner);
  const notEditable = amendProblem(expense, barredOwner);
  return (
    <span className="flex gap-0.5">
      {status === 'submitted' && (
        <>
          <IconButton
            small={small}
            label={texts.approve(expense_id)}
            title={keptFromApproving ? texts.ownExpense : undefined}
            disabled={keptFromApproving}
            onClick={() => onApprove(expense)}
          >
            <Check aria-hidden className="text-approved" />
          </IconButton>
          <IconButton small={small} label={texts.reject(expense_id)} onClick={() => onReject(expense)}>
            <X aria-hidden className="text-rejected" />
          </IconButton>
        </>
      )}
      {status !== 'submitted' && status !== 'draft' && isAllowed('revert', status) && (
        <IconButton small={small} label={texts.revert(expense_id)} onClick={() => onRevert(expense)}>
          <Undo2 aria-hidden />
        </IconButton>
      )}
      <IconButton
        small={small}
        label={texts.edit(expense_id)}
        title={notEditable ?? undefined}
        disabled={notEditable !== null}
        aria-haspopup="dialog"
        onClick={() => onEdit(expense)}
      >
        <Pencil aria-hidden />
      </IconButton>
    </span>
  );
}
