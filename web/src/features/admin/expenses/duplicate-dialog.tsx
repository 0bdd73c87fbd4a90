import type { ExpenseJson } from '@outlay/contracts';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { DuplicateTable } from './duplicate-table';

export interface DuplicateDialogProps {
  expense: ExpenseJson;
  duplicates: readonly ExpenseJson[];
  busy: boolean;
  onApprove: () => void;
  onClose: () => void;
}

export function DuplicateDialog({ expense, duplicates, busy, onApprove, onClose }: DuplicateDialogProps) {
  return (
    <ConfirmDialog
      open
      width="lg"
      title="Potential Duplicate Detected"
      confirmLabel="Approve Anyway"
      busy={busy}
      onConfirm={onApprove}
      onClose={onClose}
    >
      <p className="mb-4 text-sm">
        {expense.expense_id} of {expense.user_name} has the same date, amount and currency as{' '}
        {duplicates.length === 1 ? 'a claim that was' : `${duplicates.length} claims that were`} already approved or
        paid.
      </p>
      <DuplicateTable expenses={[expense, ...duplicates]} />
    </ConfirmDialog>
  );
}
