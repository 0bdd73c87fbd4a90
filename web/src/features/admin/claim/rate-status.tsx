import { toNumber, type ReimbursementCurrency } from '@outlay/rules';
import * as texts from '#strings/claim-fields';
import { tryAgain } from '#strings/ui';
import { formatDate, formatRate, formatRateSource } from '../../../expense/format';
import { RateWarnings } from '../../../expense/rate-warnings';
import type { FetchedRate, FormRate } from '../../../expense/use-fetched-rate';
import { Button } from '../../../ui/button';
import { ErrorNotice } from '../../../ui/notice';
import { Spinner } from '../../../ui/spinner';

export interface RateStatusProps {
  rate: FormRate;
  currency: string;
  to: ReimbursementCurrency | null;
  /** What it waits for, where that is more than date and currency. */
  waiting?: string;
}

/** The server's rate as far as it is known: coming, failed, or with its source, its day and what is special about it. */
export function RateStatus({ rate, currency, to, waiting = texts.rateWaits }: RateStatusProps) {
  return (
    <div aria-live="polite" className="space-y-3 text-sm">
      {rate.status === 'none' && <p className="text-muted">{waiting}</p>}
      {rate.status === 'loading' && (
        <p className="flex items-center gap-2 text-muted">
          <Spinner /> {texts.rateLoading}
        </p>
      )}
      {rate.status === 'failed' && (
        <>
          <ErrorNotice error={rate.error} fallback={texts.rateFailed} />
          <Button size="sm" onClick={rate.retry}>
            {tryAgain}
          </Button>
        </>
      )}
      {rate.status === 'ready' && (
        <>
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-muted">{texts.rate}</span>
            <span className="figures font-semibold" title={rate.fetched.rate}>
              {formatRate(toNumber(rate.fetched.rate))}
            </span>
            {currency !== to && (
              <span className="figures">
                {currency}/{to}
              </span>
            )}
            <span className="text-muted">{originOf(rate.fetched)}</span>
          </p>
          <RateWarnings fetched={rate.fetched} />
        </>
      )}
    </div>
  );
}

function originOf({ source, day }: FetchedRate): string {
  if (source === null) return texts.nothingToConvert;
  return texts.rateOrigin(formatRateSource(source), formatDate(day));
}
