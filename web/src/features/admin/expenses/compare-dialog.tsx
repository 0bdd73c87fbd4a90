import * as texts from '#strings/review';
import { Dialog } from '../../../ui/dialog';
import { ReceiptComparison, type ReceiptComparisonProps } from './receipt-comparison';

/** The receipts of claims that look the same, before anything is decided. */
export default function CompareDialog({ onClose, ...compared }: ReceiptComparisonProps & { onClose: () => void }) {
  const { expense_id, user_name } = compared.expense;
  return (
    <Dialog open onClose={onClose} width="lg" title={texts.comparison} description={`${expense_id}, ${user_name}`}>
      <ReceiptComparison {...compared} />
    </Dialog>
  );
}
