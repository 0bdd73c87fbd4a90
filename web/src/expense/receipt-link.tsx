import type { ExpenseJson } from '@outlay/contracts';
import { useState } from 'react';
import * as texts from '#strings/expense';
import { Button } from '../ui/button';
import { lazyPart } from '../ui/lazy-part';

// A long list has one of these a row: the dialog comes when it is wanted.
const ReceiptDialog = lazyPart(() => import('./receipt-dialog'));

/** An expense's receipt, to look at without leaving the table it stands in. */
export function ReceiptLink({ expense }: { expense: ExpenseJson }) {
  const [open, setOpen] = useState(false);
  if (expense.receipt === null) return <span className="text-muted">{texts.noReceipt}</span>;
  return (
    <>
      <Button variant="link" aria-label={texts.viewReceiptOf(expense.expense_id)} onClick={() => setOpen(true)}>
        {texts.view}
      </Button>
      {open && <ReceiptDialog expense={expense} onClose={() => setOpen(false)} />}
    </>
  );
}
