import type { ExpenseJson } from '@outlay/contracts';
import { isAllowed } from '@outlay/rules';
import { Check, Pencil, Undo2, X } from 'lucide-react';
import * as texts from '#strings/admin-expenses';
import { IconButton } from '../../../ui/button';

export interface Deciding {
  onApprove: (expense: ExpenseJson) => void;
  onReject: (expense: ExpenseJson) => void;
  onRevert: (expense: ExpenseJson) => void;
  onEdit: (expense: ExpenseJson) => void;
}

export interface RowActionsProps extends Deciding {
  expense: ExpenseJson;
  small?: boolean;
}

/** What a list offers: what was submitted to approve or reject, what was decided to take back, and all but paid to edit. */
export function RowActions({ expense, small, onApprove, onReject, onRevert, onEdit }: RowActionsProps) {
  const { status, expense_id } = expense;
  const isEditable = isAllowed('amend', status);
  return (
    <span className="flex gap-0.5">
      {status === 'submitted' && (
        <>
          <IconButton small={small} label={texts.approve(expense_id)} onClick={() => onApprove(expense)}>
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
        title={isEditable ? undefined : texts.notEditable}
        disabled={!isEditable}
        aria-haspopup="dialog"
        onClick={() => onEdit(expense)}
      >
        <Pencil aria-hidden />
      </IconButton>
    </span>
  );
}
