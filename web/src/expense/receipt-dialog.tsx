import type { ExpenseJson } from '@outlay/contracts';
import { Dialog } from '../ui/dialog';
import { ReceiptPreview } from './receipt-preview';

export default function ReceiptDialog({ expense, onClose }: { expense: ExpenseJson; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Receipt" description={expense.justification ?? expense.expense_id} width="md">
      <ReceiptPreview receipt={expense.receipt} name={expense.receipt_name} />
    </Dialog>
  );
}
