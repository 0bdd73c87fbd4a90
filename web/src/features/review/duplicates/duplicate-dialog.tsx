import type { DuplicateJson, ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/review';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { DuplicateTable } from './duplicate-table';
import { ReceiptComparison } from './receipt-comparison';

export interface DuplicateDialogProps {
  expense: ExpenseJson;
  duplicates: readonly DuplicateJson[];
  busy: boolean;
  onApprove: () => void;
  onClose: () => void;
}

export function DuplicateDialog({ expense, duplicates, busy, onApprove, onClose }: DuplicateDialogProps) {
  return (
    <ConfirmDialog
      open
      width="lg"
      title={texts.duplicateTitle}
      confirmLabel={texts.approveAnyway}
      busy={busy}
      onConfirm={onApprove}
      onClose={onClose}
    >
      <p className="mb-4 text-sm">
        {texts.duplicateText(expense.expense_id, expense.user_name, reasonsOf(duplicates))}
      </p>
      <DuplicateTable expense={expense} duplicates={duplicates} />
      <div className="mt-5">
        <ReceiptComparison expense={expense} duplicates={duplicates} heightClass="md:h-[calc(100dvh-36rem)]" />
      </div>
    </ConfirmDialog>
  );
}

function reasonsOf(duplicates: readonly DuplicateJson[]) {
  return {
    sameReceipt: duplicates.filter((each) => each.same_receipt).length,
    sameFigures: duplicates.filter((each) => each.same_figures).length,
  };
}
