import * as texts from '#strings/exchange-rate';
import { Notice } from '#ui/notice';
import { formatDate } from './format';
import type { FetchedRate } from './use-fetched-rate';

export function RateWarnings({ fetched: { stale, provisional, day } }: { fetched: FetchedRate }) {
  return (
    <>
      {provisional && <Notice tone="info">{texts.provisional(formatDate(day))}</Notice>}
      {stale && <Notice tone="warning">{texts.stale(formatDate(day))}</Notice>}
    </>
  );
}
