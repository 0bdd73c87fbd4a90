import type { ExpenseJson } from '@outlay/contracts';
import { isAllowed } from '@outlay/rules';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { ReceiptPreview } from '../../../expense/receipt-preview';
import { Button, IconButton } from '../../../ui/button';
import { Sheet } from '../../../ui/dialog';
import { ErrorNotice } from '../../../ui/notice';
import { Spinner } from '../../../ui/spinner';
import { DuplicatesSection } from './duplicates-section';
import { ExpenseFacts } from './expense-facts';
import { HistorySection } from './history-section';
import type { Deciding } from './row-actions';
import type { Failure } from './use-decisions';
import { REVIEWED } from './use-review-keys';

export interface ExpenseSheetProps extends Deciding {
  expense: ExpenseJson;
  failure: Failure | null;
  /** A decision is under way: nothing else is decided, but the focus stays where it is. */
  busy: boolean;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  onClose: () => void;
  /** Dialogs that stand above the sheet. */
  children: ReactNode;
}

/** Everything about an expense, its receipt beside it, and what can be decided. */
export default function ExpenseSheet(props: ExpenseSheetProps) {
  const { expense, failure, onPrevious, onNext, onClose, children } = props;
  return (
    <Sheet
      open
      onClose={onClose}
      width="xl"
      title={expense.expense_id}
      description={`${expense.user_name}, ${expense.user_email}`}
      actions={
        <>
          <IconButton label="Previous expense (k)" disabled={!onPrevious} onClick={() => onPrevious?.()}>
            <ArrowUp aria-hidden />
          </IconButton>
          <IconButton label="Next expense (j)" disabled={!onNext} onClick={() => onNext?.()}>
            <ArrowDown aria-hidden />
          </IconButton>
        </>
      }
      footer={<QuickActions {...props} />}
    >
      <div key={expense.id} {...REVIEWED} className="grid gap-6 lg:grid-cols-[minmax(0,4fr)_minmax(0,3fr)]">
        <div className="min-w-0 space-y-6">
          {failure?.expenseId === expense.id && <ErrorNotice error={failure.error} fallback={failure.text} />}
          <ExpenseFacts expense={expense} />
          <DuplicatesSection expense={expense} />
          <HistorySection expense={expense} />
        </div>
        <section aria-label="Receipt" className="min-w-0 lg:sticky lg:top-0 lg:self-start">
          <h3 className="mb-2 text-sm font-semibold">Receipt</h3>
          {expense.no_receipt && <p className="mb-2 text-sm">Declared on honor that there is no receipt.</p>}
          <ReceiptPreview
            receipt={expense.receipt}
            name={expense.receipt_name}
            heightClass="h-[500px] lg:h-[calc(100dvh-16rem)]"
          />
        </section>
      </div>
      {children}
    </Sheet>
  );
}

function QuickActions({ expense, busy, onApprove, onReject, onRevert }: ExpenseSheetProps) {
  const { status } = expense;
  if (status === 'paid') return <p className="text-sm text-muted">Paid expenses cannot be changed.</p>;
  return (
    <>
      {isAllowed('revert', status) && <Button onClick={() => onRevert(expense)}>Mark as Submitted</Button>}
      {isAllowed('reject', status) && (
        <Button variant="danger" onClick={() => onReject(expense)}>
          Reject
        </Button>
      )}
      {isAllowed('approve', status) && (
        <Button variant="primary" aria-busy={busy} onClick={() => onApprove(expense)}>
          {busy && <Spinner />}
          Approve
        </Button>
      )}
    </>
  );
}
