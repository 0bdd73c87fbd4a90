import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/admin-expenses';
import * as expenseTexts from '#strings/expense';
import { formatMoney, formatRate } from '#expense/format';
import { cn } from '#lib/cn';
import { Badge } from '#ui/badge';

export function AmountCell({ expense }: { expense: ExpenseJson }) {
  return (
    <>
      {formatMoney(expense.amount, expense.currency)}
      {(expense.vat_amount ?? 0) > 0 && (
        <span className="block text-xs text-muted">{texts.vat(formatMoney(expense.vat_amount))}</span>
      )}
    </>
  );
}

export function RateCell({ expense }: { expense: ExpenseJson }) {
  const { amount, exchange_rate, override_exchange_rate, currency, reimbursement_currency } = expense;
  if (exchange_rate === null || currency === null)
    return <span className="text-muted">{expenseTexts.notAvailable}</span>;
  return (
    <>
      {formatRate(exchange_rate, amount)}
      <span className={cn('text-xs text-muted @min-[84rem]:block', override_exchange_rate !== null && 'ml-1')}>
        {override_exchange_rate !== null && (
          <>
            <OverrideTag />{' '}
          </>
        )}
        {/* The currency column is hidden beside the two amounts, which have the currencies. */}
        <span className="@max-[84rem]:sr-only">
          {currency}/{reimbursement_currency}
        </span>
      </span>
    </>
  );
}

export function OverrideTag() {
  return (
    <abbr
      title={texts.overriddenHint}
      className="mr-0.5 rounded bg-submitted-soft px-0.5 text-[0.6875rem] font-semibold text-submitted no-underline"
    >
      {texts.overridden}
    </abbr>
  );
}

/** The number of approved or paid duplicates, while the expense can still be approved. */
export function DuplicateBadge({ expense, className }: { expense: ExpenseJson; className?: string }) {
  const { status, duplicate_count } = expense;
  if (duplicate_count === 0 || (status !== 'submitted' && status !== 'draft')) return null;
  return (
    <Badge tone="red" title={texts.duplicatesHint(duplicate_count)} className={className}>
      {texts.duplicates(duplicate_count)}
    </Badge>
  );
}
