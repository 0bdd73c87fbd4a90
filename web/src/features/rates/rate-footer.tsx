import { useQuery } from '@tanstack/react-query';
import { Glyph } from '#ui/glyph';
import { useId, useState } from 'react';
import * as texts from '#strings/rate-line';
import { tryAgain } from '#strings/ui';
import { cn } from '#lib/cn';
import { Button } from '#ui/button';
import { lazyPart } from '#ui/lazy-part';
import { rateSourcesQuery } from './rate-sources';
import { needsAttention, rateLine } from './rate-line';

const RateSourcesDialog = lazyPart(() => import('./rate-sources-dialog'));

export default function RateFooter() {
  const { data, isPending, isFetching, refetch } = useQuery(rateSourcesQuery);
  const [open, setOpen] = useState(false);
  const line = useId();
  if (isPending) return null;
  const isWarning = !data || needsAttention(data);
  return (
    <div className="mt-8 border-t border-line pt-3 text-sm">
      <span id={line} className={cn('mr-3', isWarning ? 'text-submitted' : 'text-muted')}>
        {isWarning && <Glyph name="triangle-alert" className="mr-1.5 inline size-4 align-text-bottom" />}
        {data ? rateLine(data) : texts.stateUnknown}
      </span>
      {data ? (
        <Button variant="link" aria-haspopup="dialog" aria-describedby={line} onClick={() => setOpen(true)}>
          {texts.details}
        </Button>
      ) : (
        <Button size="sm" busy={isFetching} aria-describedby={line} onClick={() => void refetch()}>
          {tryAgain}
        </Button>
      )}
      {open && data && <RateSourcesDialog state={data} onClose={() => setOpen(false)} />}
    </div>
  );
}
