import type { ExpenseJson } from '@outlay/contracts';
import type { Status } from '@outlay/rules';
import { useMemo } from 'react';
import * as texts from '#strings/my-expenses';
import { STATUS_LOOK } from '../../../expense/status-pill';
import { useProfile } from '../../../lib/profile';
import { Skeleton } from '../../../ui/skeleton';
import { SummaryCard } from '../../../ui/summary-card';
import { summarise } from '../list/summary';

const SUMMARISED = ['submitted', 'approved', 'rejected', 'draft'] as const satisfies readonly Status[];

export interface StatusSummaryProps {
  expenses: readonly ExpenseJson[];
  loading: boolean;
  status: Status | undefined;
  /** Undefined takes the filter off. */
  onStatus: (status: Status | undefined) => void;
}

/** What stands where, and what it comes to; each card is a filter as well. */
export function StatusSummary({ expenses, loading, status, onStatus }: StatusSummaryProps) {
  const currency = useProfile().reimbursement_currency ?? 'EUR';
  const summaries = useMemo(
    () => SUMMARISED.map((each) => ({ each, ...summarise(expenses, each, currency) })),
    [expenses, currency],
  );
  return (
    <div role="group" aria-label={texts.summary} className="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {summaries.map(({ each, count, totals }) => {
        const { label, icon: Icon } = STATUS_LOOK[each];
        if (loading) return <Skeleton key={each} className="h-24 rounded-xl sm:h-29" />;
        return (
          <SummaryCard
            key={each}
            label={label}
            count={count}
            totals={totals}
            icon={<Icon aria-hidden className="size-4" />}
            pressed={status === each}
            onClick={() => onStatus(status === each ? undefined : each)}
          />
        );
      })}
    </div>
  );
}
