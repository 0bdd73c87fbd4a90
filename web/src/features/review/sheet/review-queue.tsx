import type { ExpenseJson } from '@outlay/contracts';
import { memo, useEffect, useRef } from 'react';
import * as expenseTexts from '#strings/expense';
import * as texts from '#strings/review';
import { formatMoney, formatShortDate } from '#expense/format';
import { SavingPill, StatusPill } from '#expense/status-pill';
import { cn } from '#lib/cn';
import { scrollIntoView } from '#lib/scroll-into-view';
import { useShortNames } from '../list/use-short-names';

/** The number of rows rendered on either side of the open expense. */
const NEAR = 30;

export interface ReviewQueueProps {
  listed: readonly ExpenseJson[];
  opened: ExpenseJson;
  deciding: readonly ExpenseJson[];
  onShow: (expense: ExpenseJson) => void;
}

export function ReviewQueue({ listed, opened, deciding, onShow }: ReviewQueueProps) {
  const list = useRef<HTMLUListElement>(null);
  const nameOf = useShortNames();
  const position = listed.findIndex(({ id }) => id === opened.id);
  const near = listed.slice(Math.max(0, position - NEAR), position + NEAR);
  useEffect(() => scrollIntoView(list.current?.querySelector<HTMLElement>('[aria-current]') ?? null), [opened.id]);
  return (
    <nav
      aria-label={texts.queue}
      className="sticky top-0 h-[calc(100dvh-11.5rem)] self-start overflow-y-auto rounded-xl border border-line"
    >
      <ul ref={list} className="divide-y divide-line">
        {near.map((expense) => (
          <Queued
            key={expense.id}
            expense={expense}
            name={nameOf(expense)}
            isOpen={expense.id === opened.id}
            isSaving={deciding.some(({ id }) => id === expense.id)}
            onShow={onShow}
          />
        ))}
      </ul>
    </nav>
  );
}

interface QueuedProps extends Pick<ReviewQueueProps, 'onShow'> {
  expense: ExpenseJson;
  name: string;
  isOpen: boolean;
  isSaving: boolean;
}

// Each decision changes only two of these rows.
const Queued = memo(function Queued({ expense, name, isOpen, isSaving, onShow }: QueuedProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => onShow(expense)}
        className={cn(
          'block w-full space-y-1 border-l-3 px-3 py-2 text-left text-xs -outline-offset-2',
          isOpen ? 'border-accent bg-accent-soft' : 'border-transparent hover:bg-sunken',
        )}
      >
        <span className="sr-only">{expense.expense_id} </span>
        <span className="flex justify-between gap-2">
          <span className="min-w-0 truncate font-medium">
            <bdi>{name}</bdi>
          </span>
          <span className="figures">{formatMoney(expense.reimbursement_amount, expense.reimbursement_currency)}</span>
        </span>
        <span className="flex items-center justify-between gap-2 text-muted">
          <span className="min-w-0 truncate">{expense.justification ?? expenseTexts.unknown}</span>
          <span className="figures">{formatShortDate(expense.date)}</span>
        </span>
        {isSaving ? <SavingPill /> : <StatusPill status={expense.status} />}
      </button>
    </li>
  );
});
