import type { ExpenseJson } from '@outlay/contracts';
import { useId, useState } from 'react';
import * as texts from '#strings/why';
import { Button } from '#ui/button';
import { lazyPart } from '#ui/lazy-part';
import { Skeleton } from '#ui/skeleton';

const Explanation = lazyPart(
  () => import('./explanation'),
  () => <Skeleton className="h-24" />,
);

/** How the reimbursement was computed, on request; by default now. */
export function Why({ expense, asOf }: { expense: ExpenseJson; asOf?: string | undefined }) {
  const [open, setOpen] = useState(false);
  const content = useId();
  if (expense.reimbursement_amount === null) return null;
  return (
    <div>
      <Button variant="link" aria-expanded={open} aria-controls={content} onClick={() => setOpen(!open)}>
        {texts.title}
      </Button>
      <div id={content} hidden={!open}>
        {open && <Explanation expense={expense} asOf={asOf} />}
      </div>
    </div>
  );
}
