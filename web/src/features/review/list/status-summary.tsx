import type { SummaryJson } from '@outlay/contracts';
import type { Status } from '@outlay/rules';
import * as texts from '#strings/admin-expenses';
import { formatMoney } from '#expense/format';
import { STATUS_LOOK } from '#expense/status-pill';
import { Skeleton } from '#ui/skeleton';
import { SummaryCard } from '#ui/summary-card';
import { CURRENCIES } from '#panel/currencies';

const ORDER: readonly Status[] = ['submitted', 'approved', 'paid', 'draft', 'rejected'];

export interface StatusSummaryProps {
  summary: SummaryJson | undefined;
  status: Status | undefined;
  onStatus: (status: Status | undefined) => void;
}

export function StatusSummary({ summary, status, onStatus }: StatusSummaryProps) {
  return (
    <section
      aria-label={texts.summary}
      className="mb-5 grid grid-cols-2 gap-3 *:last:col-span-2 md:grid-cols-3 md:*:last:col-span-1 xl:grid-cols-5"
    >
      {ORDER.map((each) => {
        // As high as a card with totals in both currencies.
        if (!summary) return <Skeleton key={each} className="h-26.25 rounded-xl sm:h-36.25" />;
        const { label, icon: Icon } = STATUS_LOOK[each];
        const counted = summary.totals.filter((total) => total.status === each);
        const totalIn = (currency: string) =>
          counted.find(({ reimbursement_currency }) => reimbursement_currency === currency)?.total ?? 0;
        return (
          <SummaryCard
            key={each}
            label={label}
            count={counted.reduce((sum, { count }) => sum + count, 0)}
            totals={CURRENCIES.map((currency) => formatMoney(totalIn(currency), currency))}
            icon={<Icon aria-hidden className="size-4" />}
            pressed={status === each}
            onClick={() => onStatus(status === each ? undefined : each)}
          />
        );
      })}
    </section>
  );
}
