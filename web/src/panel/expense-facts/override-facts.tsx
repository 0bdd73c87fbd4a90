import type { ExpenseJson } from '@outlay/contracts';
import { deviationPercent, parseRate } from '@outlay/rules';
import * as expenseTexts from '#strings/expense';
import * as texts from '#strings/review';
import { formatRate, formatShortDate } from '#expense/format';
import { formatRateSource } from '#expense/rate-source';
import { Badge } from '#ui/badge';

export function OverrideFacts({ expense }: { expense: ExpenseJson }) {
  const { amount, override_exchange_rate, fetched_exchange_rate, override_reason, rate_source, rate_date } = expense;
  const override = parseRate(override_exchange_rate);
  if (override === null) return null;
  const fetched = parseRate(fetched_exchange_rate);
  return (
    <div className="rounded-lg border border-line bg-sunken p-3.5 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone="orange">{texts.overridden}</Badge>
        <span className="figures font-medium">{formatRate(override_exchange_rate, amount)}</span>
        {fetched !== null && (
          <span className="text-muted">
            {texts.originalRate} <span className="figures">{formatRate(fetched_exchange_rate, amount)}</span>{' '}
            <span className="figures">({signed(deviationPercent(fetched, override))}%)</span>
            {rate_source && `, ${formatRateSource(rate_source)}, ${formatShortDate(rate_date)}`}
          </span>
        )}
      </p>
      <p className="mt-2 wrap-anywhere">
        <span className="text-muted">{texts.overrideReason}</span> {override_reason || expenseTexts.unknown}
      </p>
    </div>
  );
}

function signed(percent: string): string {
  return percent.startsWith('-') ? percent : `+${percent}`;
}
