import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/my-expenses';
import { formatDate } from '#expense/format';
import { ReceiptLink } from '#expense/receipt-link';
import { StatusPill } from '#expense/status-pill';
import { cn } from '#lib/cn';
import { skipOffscreenLayout, Rows } from '#ui/rows';
import { ExpenseActions, type ListProps } from './expense-actions';
import { ConvertedAmount, OriginalAmount, RejectionNote } from './expense-facts';

const CARD_HEIGHT = 204;
const INTRINSIC_SIZE = { containIntrinsicSize: `auto ${CARD_HEIGHT}px` };

export function ExpenseCards({ expenses, ...actions }: ListProps) {
  return (
    <ul aria-label={texts.table} className={cn(skipOffscreenLayout(expenses))}>
      <Rows
        items={expenses}
        height={CARD_HEIGHT}
        areMeasured
        row={(expense, index, ref) => (
          <li key={expense.id} ref={ref} data-index={index} style={INTRINSIC_SIZE} className="pb-3">
            <ExpenseCard expense={expense} {...actions} />
          </li>
        )}
        gap={(height, ref) => <li ref={ref} aria-hidden style={{ height }} />}
      />
    </ul>
  );
}

function ExpenseCard({ expense, onOpen, onDelete }: Omit<ListProps, 'expenses'> & { expense: ExpenseJson }) {
  return (
    <article className="rounded-xl border border-line bg-surface p-4 text-sm">
      <button type="button" aria-haspopup="dialog" onClick={() => onOpen(expense)} className="block w-full text-left">
        <span className="flex items-start justify-between gap-3">
          <span className="line-clamp-2 min-w-0 font-medium wrap-anywhere">
            {expense.justification ?? texts.noDescription}
          </span>
          <StatusPill status={expense.status} />
        </span>
        <span className="mt-1 block text-muted">
          <span className="figures">{formatDate(expense.date)}</span> · {expense.type ?? texts.noCategory}
        </span>
        <span className="mt-3 flex items-end justify-between gap-3">
          <span className="figures">
            <OriginalAmount expense={expense} />
          </span>
          <span className="figures text-right">
            <ConvertedAmount expense={expense} />
          </span>
        </span>
        <RejectionNote expense={expense} length={80} />
      </button>
      <div className="mt-2 flex min-h-9 items-center justify-between border-t border-line pt-2">
        <ReceiptLink expense={expense} />
        <span className="flex">
          <ExpenseActions expense={expense} onDelete={onDelete} />
        </span>
      </div>
    </article>
  );
}
