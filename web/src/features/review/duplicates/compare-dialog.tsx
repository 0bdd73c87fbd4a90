import * as texts from '#strings/review';
import { Dialog } from '#ui/dialog';
import { ReceiptComparison, type ReceiptComparisonProps } from './receipt-comparison';

export interface CompareDialogProps extends Omit<ReceiptComparisonProps, 'heightClass'> {
  onClose: () => void;
}

export default function CompareDialog({ expense, duplicates, onClose }: CompareDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      width="xl"
      title={texts.comparison}
      description={`${expense.expense_id}, ${expense.user_name}`}
    >
      <ReceiptComparison expense={expense} duplicates={duplicates} heightClass="md:h-[calc(100dvh-22rem)]" />
    </Dialog>
  );
}
