import type { SummaryJson } from '@outlay/contracts';
import type { Status } from '@outlay/rules';
import * as texts from '#strings/my-expenses';
import { formatMoney } from '#expense/format';
import { STATUS_LOOK } from '#expense/status-pill';
import { useProfile } from '#lib/profile';
import { Skeleton } from '#ui/skeleton';
import { SummaryCard } from '#ui/summary-card';

const SUMMARISED = ['submitted', 'approved', 'rejected', 'draft'] as const satisfies readonly Status[];

export interface StatusSummaryProps {
  summary: SummaryJson | undefined;
  status: Status | undefined;
  onStatus: (status: Status | undefined) => void;
}

export function StatusSummary({ summary, status, onStatus }: StatusSummaryProps) {
  const ownCurrency = useProfile().reimbursement_currency ?? 'EUR';
  return (
    <div role="group" aria-label={texts.summary} className="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {SUMMARISED.map((each) => {
        if (!summary) return <Skeleton key={each} className="h-21.25 rounded-xl sm:h-31.25" />;
        const counted = summary.totals.filter((total) => total.status === each);
        const sums = new Map([
          [ownCurrency, 0],
          ...counted.map((one) => [one.reimbursement_currency, one.total] as const),
        ]);
        const { label, icon: Icon } = STATUS_LOOK[each];
        return (
          <SummaryCard
            key={each}
            label={label}
            count={counted.reduce((sum, { count }) => sum + count, 0)}
            totals={[...sums].map(([currency, total]) => formatMoney(total, currency))}
            icon={<Icon aria-hidden className="size-4" />}
            pressed={status === each}
            onClick={() => onStatus(status === each ? undefined : each)}
          />
        );
      })}
    </div>
  );
}
