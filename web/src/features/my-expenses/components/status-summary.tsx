import type { ExpenseJson } from '@outlay/contracts';
import type { Status } from '@outlay/rules';
import { useMemo } from 'react';
import * as texts from '#strings/my-expenses';
import { STATUS_LOOK } from '#expense/status-pill';
import { useProfile } from '#lib/profile';
import { Skeleton } from '#ui/skeleton';
import { SummaryCard } from '#ui/summary-card';
import { summarise } from '../list/summary';

const SUMMARISED = ['submitted', 'approved', 'rejected', 'draft'] as const satisfies readonly Status[];

export interface StatusSummaryProps {
  expenses: readonly ExpenseJson[];
  loading: boolean;
  status: Status | undefined;
  onStatus: (status: Status | undefined) => void;
}

export function StatusSummary({ loading, ...props }: StatusSummaryProps) {
  return (
    <div role="group" aria-label={texts.summary} className="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {SUMMARISED.map((each) =>
        loading ? (
          <Skeleton key={each} className="h-21.25 rounded-xl sm:h-31.25" />
        ) : (
          <StatusCard key={each} {...props} counted={each} />
        ),
      )}
    </div>
  );
}

function StatusCard({
  expenses,
  counted,
  status,
  onStatus,
}: Omit<StatusSummaryProps, 'loading'> & { counted: Status }) {
  const currency = useProfile().reimbursement_currency ?? 'EUR';
  const { count, totals } = useMemo(() => summarise(expenses, counted, currency), [expenses, counted, currency]);
  const { label, icon: Icon } = STATUS_LOOK[counted];
  return (
    <SummaryCard
      label={label}
      count={count}
      totals={totals}
      icon={<Icon aria-hidden className="size-4" />}
      pressed={status === counted}
      onClick={() => onStatus(status === counted ? undefined : counted)}
    />
  );
}
