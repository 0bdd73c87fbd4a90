import type { ExpenseJson } from '@outlay/contracts';
import { isAllowed } from '@outlay/rules';
import { ArrowDown, ArrowUp, Pencil } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import * as listTexts from '#strings/admin-expenses';
import * as texts from '#strings/review';
import { ReceiptPreview } from '#expense/receipt-preview';
import { useMediaQuery } from '#lib/use-media-query';
import { Button, IconButton } from '#ui/button';
import { Sheet } from '#ui/dialog';
import { ErrorNotice } from '#ui/notice';
import { Spinner } from '#ui/spinner';
import { isBarred } from '#panel/super-admins';
import { DuplicatesSection } from '../duplicates/duplicates-section';
import { ExpenseFacts } from './expense-facts';
import { HistorySection } from './history-section';
import { ReviewQueue } from './review-queue';
import { amendProblem, type Deciding } from '../list/row-actions';
import type { ListedExpense } from '#panel/listed-expense';
import type { Failure } from '../decisions/use-decisions';
import { usePrefetched } from './use-prefetched';
import { REVIEWED } from './use-review-keys';

const FROM_XL = '(width >= 80rem)';

export interface ExpenseSheetProps extends Deciding {
  expense: ExpenseJson;
  barredOwner: string | null;
  failure: Failure | null;
  /** A decision is under way: nothing else is decided, but the focus stays where it is. */
  busy: boolean;
  /** It took the place of another one this moment, so that a press may have been meant for that. */
  hasJustCome: boolean;
  /** The list it stands in. */
  listed: readonly ListedExpense[];
  previous: ExpenseJson | undefined;
  next: ExpenseJson | undefined;
  /** What comes after a decision. */
  waiting: ExpenseJson | undefined;
  onShow: (expense: ExpenseJson) => void;
  onClose: () => void;
  /** Dialogs that stand above the sheet. */
  children: ReactNode;
}

/** The list, everything about an expense, and its receipt, side by side where there is room; and what can be decided. */
export default function ExpenseSheet(props: ExpenseSheetProps) {
  const { expense, failure, listed, previous, next, waiting, onShow, onClose, children } = props;
  const isWide = useMediaQuery(FROM_XL);
  usePrefetched(next);
  usePrefetched(waiting);
  return (
    <Sheet
      open
      onClose={onClose}
      width="full"
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
      <div {...REVIEWED} className="grid gap-6 xl:grid-cols-[14.5rem_minmax(0,1fr)]">
        {isWide && <ReviewQueue listed={listed} opened={expense} onShow={onShow} />}
        <div key={expense.id} className="grid gap-6 lg:grid-cols-2">
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
      </div>
      {children}
    </Sheet>
  );
}

/** What can be decided; what cannot be is named with the reason beside it. */
function QuickActions(props: ExpenseSheetProps) {
  const { expense, barredOwner, busy, hasJustCome, onApprove, onReject, onRevert, onEdit } = props;
  const hint = useId();
  const { status } = expense;
  const notEditable = amendProblem(expense, barredOwner);
  const isOwn = isAllowed('approve', status) && isBarred('approve', expense, barredOwner);
  const problem = notEditable ?? (isOwn ? listTexts.ownExpense : null);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        disabled={notEditable !== null}
        aria-describedby={notEditable ? hint : undefined}
        onClick={() => onEdit(expense)}
      >
        <Pencil aria-hidden /> {texts.edit}
      </Button>
      <p
        id={hint}
        className="mr-auto self-center text-sm text-muted max-sm:order-first max-sm:w-full max-sm:empty:hidden"
      >
        {problem}
      </p>
      {isAllowed('revert', status) && (
        <Button aria-disabled={hasJustCome} onClick={() => onRevert(expense)}>
          {texts.revert}
        </Button>
      )}
      {isAllowed('reject', status) && (
        <Button variant="danger" onClick={() => onReject(expense)}>
          {texts.reject}
        </Button>
      )}
      {isAllowed('approve', status) && (
        <Button
          variant="primary"
          aria-busy={busy}
          aria-disabled={hasJustCome}
          disabled={isOwn}
          aria-describedby={isOwn ? hint : undefined}
          onClick={() => onApprove(expense)}
        >
          {busy && <Spinner />}
          {texts.approve}
        </Button>
      )}
    </>
  );
}
