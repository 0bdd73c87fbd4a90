import type { ExpenseJson } from '@outlay/contracts';
import { isAllowed } from '@outlay/rules';
import { ArrowDown, ArrowUp, Pencil } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import * as texts from '#strings/review';
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
import { usePrefetched } from './use-prefetched';
import { REVIEWED } from './use-review-keys';

export interface ExpenseSheetProps extends Deciding {
  expense: ExpenseJson;
  failure: Failure | null;
  /** A decision is under way: nothing else is decided, but the focus stays where it is. */
  busy: boolean;
  previous: ExpenseJson | undefined;
  next: ExpenseJson | undefined;
  onShow: (expense: ExpenseJson) => void;
  onClose: () => void;
  /** Dialogs that stand above the sheet. */
  children: ReactNode;
}

/** Everything about an expense, its receipt beside it, and what can be decided. */
export default function ExpenseSheet(props: ExpenseSheetProps) {
  const { expense, failure, previous, next, onShow, onClose, children } = props;
  usePrefetched(next);
  return (
    <Sheet
      open
      onClose={onClose}
      width="xl"
      title={expense.expense_id}
      description={`${expense.user_name}, ${expense.user_email}`}
      actions={
        <>
          <IconButton label={texts.previous} disabled={!previous} onClick={() => previous && onShow(previous)}>
            <ArrowUp aria-hidden />
          </IconButton>
          <IconButton label={texts.next} disabled={!next} onClick={() => next && onShow(next)}>
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
        <section aria-label={texts.receipt} className="min-w-0 lg:sticky lg:top-0 lg:self-start">
          <h3 className="mb-2 text-sm font-semibold">{texts.receipt}</h3>
          {expense.no_receipt && <p className="mb-2 text-sm">{texts.declared}</p>}
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

function QuickActions({ expense, busy, onApprove, onReject, onRevert, onEdit }: ExpenseSheetProps) {
  const hint = useId();
  const { status } = expense;
  if (!isAllowed('amend', status)) {
    return (
      <>
        <p id={hint} className="mr-auto self-center text-sm text-muted">
          {texts.notEditable}
        </p>
        <Button disabled aria-describedby={hint}>
          <Pencil aria-hidden /> {texts.edit}
        </Button>
      </>
    );
  }
  return (
    <>
      <Button className="mr-auto" aria-haspopup="dialog" onClick={() => onEdit(expense)}>
        <Pencil aria-hidden /> {texts.edit}
      </Button>
      {isAllowed('revert', status) && <Button onClick={() => onRevert(expense)}>{texts.revert}</Button>}
      {isAllowed('reject', status) && (
        <Button variant="danger" onClick={() => onReject(expense)}>
          {texts.reject}
        </Button>
      )}
      {isAllowed('approve', status) && (
        <Button variant="primary" aria-busy={busy} onClick={() => onApprove(expense)}>
          {busy && <Spinner />}
          {texts.approve}
        </Button>
      )}
    </>
  );
}
