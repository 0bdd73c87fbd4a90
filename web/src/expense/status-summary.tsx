import type { SummaryJson } from '@outlay/contracts';
import type { Status } from '@outlay/rules';
import { unknown } from '#strings/expense';
import { Glyph } from '#ui/glyph';
import { SummaryCard } from '#ui/summary-card';
import { formatMoney } from './format';
import { STATUS_LOOK } from './status-pill';

export interface StatusSummaryProps {
  label: string;
  statuses: readonly Status[];
  /** Currencies that are always shown; others follow if there are sums in them. */
  currencies: readonly string[];
  summary: SummaryJson | undefined;
  status: Status | undefined;
  onStatus: (status: Status | undefined) => void;
}

/** A card for each status, which filters the list. On a phone they are a strip that scrolls. */
export function StatusSummary({ label, statuses, currencies, summary, status, onStatus }: StatusSummaryProps) {
  // The server may still be summing what a search finds.
  const atLeast = summary?.complete === false ? '≥ ' : '';
  return (
    <div
      role="group"
      aria-label={label}
      className="-mx-4 mb-3 flex gap-2 overflow-x-auto px-4 py-1 *:shrink-0 md:mx-0 md:mb-3 md:grid md:grid-cols-3 md:gap-3 md:overflow-visible md:p-0 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none print:mx-0 print:grid print:auto-cols-fr print:grid-flow-col print:grid-cols-none print:px-0"
    >
      {statuses.map((each) => {
        const { label: name, icon } = STATUS_LOOK[each];
        const counted = summary?.totals.filter((total) => total.status === each);
        const sums = new Map(currencies.map((currency) => [currency, 0]));
        for (const { reimbursement_currency, total } of counted ?? []) sums.set(reimbursement_currency, total);
        return (
          <SummaryCard
            key={each}
            label={name}
            count={counted ? atLeast + counted.reduce((sum, { count }) => sum + count, 0) : unknown}
            totals={[...sums].map(([currency, total]) => (counted ? atLeast + formatMoney(total, currency) : currency))}
            icon={<Glyph name={icon} className="size-4 shrink-0" />}
            pressed={status === each}
            onClick={() => onStatus(status === each ? undefined : each)}
          />
        );
      })}
    </div>
  );
}
