import type { ReactNode } from 'react';
import * as texts from '#strings/exchange-rate';
import { tryAgain } from '#strings/ui';
import { cn } from '#lib/cn';
import { Button } from '#ui/button';
import { ErrorNotice } from '#ui/notice';
import { Spinner } from '#ui/spinner';
import { formatDate } from './format';
import { formatRateSource } from './rate-source';
import type { FetchedRate, FormRate } from './use-fetched-rate';

export interface RateStatusProps {
  rate: FormRate;
  waiting?: string;
  className?: string;
  children: (fetched: FetchedRate) => ReactNode;
}

export function RateStatus({ rate, waiting = texts.waits, className, children }: RateStatusProps) {
  return (
    <div aria-live="polite" className={cn('space-y-3 text-sm', className)}>
      {rate.status === 'none' && <p className="text-muted">{waiting}</p>}
      {rate.status === 'loading' && (
        <p className="flex items-center gap-2 text-muted">
          <Spinner /> {texts.loading}
        </p>
      )}
      {rate.status === 'failed' && (
        <>
          <ErrorNotice error={rate.error} fallback={texts.failed} />
          <Button size="sm" onClick={rate.retry}>
            {tryAgain}
          </Button>
        </>
      )}
      {rate.status === 'ready' && children(rate.fetched)}
    </div>
  );
}

export function RateOrigin({ fetched: { source, day } }: { fetched: FetchedRate }) {
  return source === null ? texts.nothingToConvert : texts.origin(formatRateSource(source), formatDate(day));
}
