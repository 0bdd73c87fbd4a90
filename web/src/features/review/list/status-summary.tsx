import type { Status } from '@outlay/rules';
import { memo } from 'react';
import * as texts from '#strings/admin-expenses';
import { STATUS_LOOK } from '#expense/status-pill';
import { Skeleton } from '#ui/skeleton';
import { SummaryCard } from '#ui/summary-card';
import type { ListedExpense } from '#panel/listed-expense';
import { totalLines, withStatus } from '#panel/totals';

const ORDER: readonly Status[] = ['submitted', 'approved', 'paid', 'draft', 'rejected'];

export interface StatusSummaryProps {
  expenses: readonly ListedExpense[];
  loading: boolean;
  status: Status | undefined;
  onStatus: (status: Status | undefined) => void;
}

export const StatusSummary = memo(function StatusSummary({ expenses, loading, status, onStatus }: StatusSummaryProps) {
  return (
    <section
      aria-label={texts.summary}
      className="mb-5 grid grid-cols-2 gap-3 *:last:col-span-2 md:grid-cols-3 md:*:last:col-span-1 xl:grid-cols-5"
    >
      {ORDER.map((each) => {
        // As high as a card with totals in both currencies.
        if (loading) return <Skeleton key={each} className="h-26.25 rounded-xl sm:h-36.25" />;
        const { label, icon: Icon } = STATUS_LOOK[each];
        const counted = withStatus(expenses, each);
        return (
          <SummaryCard
            key={each}
            label={label}
            count={counted.length}
            totals={totalLines(counted)}
            icon={<Icon aria-hidden className="size-4" />}
            pressed={status === each}
            onClick={() => onStatus(status === each ? undefined : each)}
          />
        );
      })}
    </section>
  );
});
