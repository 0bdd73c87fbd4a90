import type { ExpenseJson } from '@outlay/contracts';
import { memo } from 'react';
import * as texts from '#strings/my-expenses';
import { formatDate } from '#expense/format';
import { ReceiptLink } from '#expense/receipt-link';
import { StatusPill } from '#expense/status-pill';
import { ListCards } from '#ui/list-cards';
import { ExpenseActions, type ListProps } from './expense-actions';
import { AdminNote, ConvertedAmount, OriginalAmount } from './expense-facts';

const CARD_HEIGHT = 204;

export function ExpenseCards({ expenses, isPart, onSeen, onOpen, onDelete }: ListProps) {
  return (
    <ListCards
      aria-label={texts.table}
      items={expenses}
      isPart={isPart}
      height={CARD_HEIGHT}
      onSeen={onSeen}
      card={(expense) => <ExpenseCard {...{ expense, onOpen, onDelete }} />}
    />
  );
}

type CardProps = Pick<ListProps, 'onOpen' | 'onDelete'> & { expense: ExpenseJson };

const ExpenseCard = memo(function ExpenseCard({ expense, onOpen, onDelete }: CardProps) {
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
        <span className="figures block text-xs text-muted">{texts.submittedOn(formatDate(expense.created_at))}</span>
        <span className="mt-3 flex items-end justify-between gap-3">
          <span className="figures">
            <OriginalAmount expense={expense} />
          </span>
          <span className="figures text-right">
            <ConvertedAmount expense={expense} />
          </span>
        </span>
        <AdminNote expense={expense} length={80} />
      </button>
      <div className="mt-2 flex min-h-9 items-center justify-between border-t border-line pt-2">
        <ReceiptLink expense={expense} />
        <span className="flex">
          <ExpenseActions expense={expense} onDelete={onDelete} />
        </span>
      </div>
    </article>
  );
});
