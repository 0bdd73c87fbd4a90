import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/expense';
import { Dialog } from '#ui/dialog';
import { ReceiptPreview } from './receipt-preview';

export default function ReceiptDialog({ expense, onClose }: { expense: ExpenseJson; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.receipt}
      description={expense.justification ?? expense.expense_id}
      width="md"
    >
      <ReceiptPreview receipt={expense.receipt} name={expense.receipt_name} />
    </Dialog>
  );
}
