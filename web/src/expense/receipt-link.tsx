import type { ExpenseJson } from '@outlay/contracts';
import { useState } from 'react';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { ReceiptPreview } from './receipt-preview';

/** An expense's receipt, to look at without leaving the table it stands in. */
export function ReceiptLink({ expense }: { expense: ExpenseJson }) {
  const [open, setOpen] = useState(false);
  if (expense.receipt === null) return <span className="text-muted">No receipt</span>;
  return (
    <>
      <Button variant="link" aria-label={`View the receipt of ${expense.expense_id}`} onClick={() => setOpen(true)}>
        View
      </Button>
      {/* Mounted when it is wanted: a long list has one of these a row. */}
      {open && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title="Receipt"
          description={expense.justification ?? expense.expense_id}
          width="md"
        >
          <ReceiptPreview receipt={expense.receipt} name={expense.receipt_name} />
        </Dialog>
      )}
    </>
  );
}
