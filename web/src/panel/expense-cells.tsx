import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/admin-expenses';
import * as expenseTexts from '#strings/expense';
import { formatMoney, formatRate } from '#expense/format';
import { isWaiting } from '#expense/waiting';
import { useProfile } from '#lib/profile';
import { Badge } from '#ui/badge';
import { RowGlyph } from '#ui/glyph';
import { CATEGORY_PATHS, OTHER_PATH } from './category-glyphs';

/** The VAT is below the amount, or before it where the reimbursement takes that line. */
export function AmountCell({ expense }: { expense: ExpenseJson }) {
  return (
    <span className="flex flex-col leading-[0.9375rem] text-muted @max-[66rem]:flex-row-reverse @max-[66rem]:gap-1.5 @max-[66rem]:text-[0.6875rem]">
      {formatMoney(expense.amount, expense.currency)}
      {(expense.vat_amount ?? 0) > 0 && (
        <span className="min-w-0 truncate text-[0.6875rem]/3 text-muted @max-[66rem]:leading-[0.9375rem]">
          {texts.vat(formatMoney(expense.vat_amount))}
        </span>
      )}
    </span>
  );
}

export function CategoryIcon({ expense: { type } }: { expense: ExpenseJson }) {
  const path = CATEGORY_PATHS.get(type ?? '') ?? OTHER_PATH;
  const name = type ?? expenseTexts.unknown;
  return (
    <>
      <RowGlyph path={path} label={name} className="block text-muted print:hidden" />
      <span className="hidden print:inline">{name}</span>
    </>
  );
}

export function RateCell({ expense }: { expense: ExpenseJson }) {
  const { amount, exchange_rate, currency, reimbursement_currency } = expense;
  if (exchange_rate === null || currency === null)
    return <span className="text-muted">{expenseTexts.notAvailable}</span>;
  return (
    <>
      {formatRate(exchange_rate, amount)}
      <span className="block text-[0.6875rem]/3 text-muted">
        {currency}/{reimbursement_currency}
      </span>
    </>
  );
}

/** The tag is here and not beside the rate, which few lists show. */
export function ReimbursementCell({ expense }: { expense: ExpenseJson }) {
  const { reimbursement_amount, reimbursement_currency, override_exchange_rate } = expense;
  return (
    <span className="flex flex-row-reverse gap-1 leading-[0.9375rem] font-medium">
      {formatMoney(reimbursement_amount, reimbursement_currency)}
      {override_exchange_rate !== null && <OverrideTag />}
    </span>
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

export function WaitingBadge({ expense, className }: { expense: ExpenseJson; className?: string }) {
  const { id } = useProfile();
  const waits = isWaiting(expense);
  const isMentioned = expense.question?.mentioned?.some((person) => person.id === id);
  if (!waits && !isMentioned) return null;
  return (
    <Badge tone={waits ? 'orange' : 'pine'} title={waits ? texts.waitingHint : undefined} className={className}>
      {isMentioned ? texts.mentionsYou : texts.waiting}
    </Badge>
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
