import type { ClaimDetails } from '@outlay/contracts';
import { reimbursementOf, toNumber, type ReimbursementCurrency } from '@outlay/rules';
import { rate as rateLabel } from '#strings/exchange-rate';
import * as expenseTexts from '#strings/expense';
import * as texts from '#strings/submit-expense';
import { formatMoney, formatRate } from '#expense/format';
import { RateOrigin, RateStatus } from '#expense/rate-status';
import { RateWarnings } from '#expense/rate-warnings';
import { cn } from '#lib/cn';
import { Badge } from '#ui/badge';
import { lazyPart } from '#ui/lazy-part';
import type { FetchedRate, FormRate } from '#expense/use-fetched-rate';
import type { useOverride } from './use-override';

// A rate can do without it, as without a network.
const OverridePart = lazyPart(() => import('./override-part').catch(() => ({ default: () => null })));

export interface RateDisplayProps {
  claim: ClaimDetails;
  to: ReimbursementCurrency;
  rate: FormRate;
  overriding: ReturnType<typeof useOverride>;
  mayOverride: boolean;
}

export function RateDisplay({ rate, ...props }: RateDisplayProps) {
  return (
    <RateStatus
      rate={rate}
      // Reserves space, so that a loaded rate does not shift the layout.
      className={cn(
        'mt-3 border-t border-line pt-3',
        props.mayOverride && props.claim.currency !== props.to ? 'min-h-34' : 'min-h-24',
      )}
    >
      {(fetched) => <ReadyRate fetched={fetched} {...props} />}
    </RateStatus>
  );
}

function ReadyRate({
  fetched,
  claim,
  to,
  overriding,
  mayOverride,
}: Omit<RateDisplayProps, 'rate'> & { fetched: FetchedRate }) {
  const { override } = overriding;
  const { amount } = claim;
  const current = override?.rate ?? fetched.rate;
  return (
    <>
      <dl className="grid grid-cols-2 gap-4">
        <div>
          <dt className="text-muted">{rateLabel}</dt>
          <dd className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="figures font-semibold" title={current}>
              {formatRate(current, amount)}
            </span>
            {override ? <Badge tone="orange">{texts.overridden}</Badge> : <Badge>{texts.fetched}</Badge>}
          </dd>
          <dd className="mt-1 text-xs text-muted">
            {override ? texts.originalRate(formatRate(fetched.rate, amount)) : <RateOrigin fetched={fetched} />}
          </dd>
        </div>
        <div className="text-right">
          <dt className="text-muted">{texts.reimbursed}</dt>
          <dd className="figures mt-0.5 text-lg font-semibold">
            {amount === null ? expenseTexts.unknown : formatMoney(toNumber(reimbursementOf(amount, current)), to)}
          </dd>
        </div>
      </dl>
      <RateWarnings fetched={fetched} />
      {override && <p className="text-muted wrap-anywhere">{texts.overrideReason(override.reason)}</p>}
      {mayOverride && <OverridePart fetched={fetched} claim={claim} to={to} overriding={overriding} />}
    </>
  );
}
