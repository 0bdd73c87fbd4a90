import type { ExpenseJson } from '@outlay/contracts';
import { useState } from 'react';
import * as texts from '#strings/expense';
import { Button } from '#ui/button';
import { lazyPart } from '#ui/lazy-part';

// Lazy, because every row of a long list has a link.
const ReceiptDialog = lazyPart(() => import('./receipt-dialog'));

export function ReceiptLink({ expense }: { expense: ExpenseJson }) {
  const [open, setOpen] = useState(false);
  if (expense.receipt === null)
    return (
      <span className="text-muted">
        {texts.noReceipt}
        {expense.no_receipt && (
          <span title={texts.declared} className="block text-xs text-ink">
            {texts.onHonor}
          </span>
        )}
      </span>
    );
  return (
    <>
      <Button variant="link" aria-label={texts.viewReceiptOf(expense.expense_id)} onClick={() => setOpen(true)}>
        {texts.view}
      </Button>
      {open && <ReceiptDialog expense={expense} onClose={() => setOpen(false)} />}
    </>
  );
}
