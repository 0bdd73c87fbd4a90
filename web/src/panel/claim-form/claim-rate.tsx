import { parseAmount, type ReimbursementCurrency } from '@outlay/rules';
import * as texts from '#strings/exchange-rate';
import { formatRate } from '#expense/format';
import { RateOrigin, RateStatus } from '#expense/rate-status';
import { RateWarnings } from '#expense/rate-warnings';
import type { FormRate } from '#expense/use-fetched-rate';

export interface ClaimRateProps {
  rate: FormRate;
  amount: string;
  currency: string;
  to: ReimbursementCurrency | null;
  waiting?: string;
}

export function ClaimRate({ rate, amount, currency, to, waiting }: ClaimRateProps) {
  return (
    <RateStatus rate={rate} waiting={waiting}>
      {(fetched) => (
        <>
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-muted">{texts.rate}</span>
            <span className="figures font-semibold" title={fetched.rate}>
              {formatRate(fetched.rate, parseAmount(amount))}
            </span>
            {currency !== to && (
              <span className="figures">
                {currency}/{to}
              </span>
            )}
            <span className="text-muted">
              <RateOrigin fetched={fetched} />
            </span>
          </p>
          <RateWarnings fetched={fetched} />
        </>
      )}
    </RateStatus>
  );
}
