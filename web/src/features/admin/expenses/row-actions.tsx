import type { ExpenseJson } from '@outlay/contracts';
import { isAllowed } from '@outlay/rules';
import { Check, Undo2, X } from 'lucide-react';
import { IconButton } from '../../../ui/button';

export interface Deciding {
  onApprove: (expense: ExpenseJson) => void;
  onReject: (expense: ExpenseJson) => void;
  onRevert: (expense: ExpenseJson) => void;
}

/** The decisions a list offers: on what was submitted to approve or reject, on what was decided to take it back. */
export function RowActions({ expense, onApprove, onReject, onRevert }: Deciding & { expense: ExpenseJson }) {
  const { status, expense_id } = expense;
  if (status === 'submitted') {
    return (
      <span className="flex gap-0.5">
        <IconButton label={`Approve ${expense_id}`} onClick={() => onApprove(expense)}>
          <Check aria-hidden className="text-approved" />
        </IconButton>
        <IconButton label={`Reject ${expense_id}`} onClick={() => onReject(expense)}>
          <X aria-hidden className="text-rejected" />
        </IconButton>
      </span>
    );
  }
  if (status === 'draft' || !isAllowed('revert', status)) return null;
  return (
    <IconButton label={`Revert ${expense_id} to submitted`} onClick={() => onRevert(expense)}>
      <Undo2 aria-hidden />
    </IconButton>
  );
}
