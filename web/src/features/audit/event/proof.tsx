import type { TimelineEvent } from '@outlay/contracts';
import { useQuery } from '@tanstack/react-query';
import * as texts from '#strings/audit';
import { LoadFailure } from '#ui/load-failure';
import { Notice } from '#ui/notice';
import { formatCount } from '../format-count';
import { canHash } from '../proof/bytes';
import { checkEvent, type EventProof } from '../proof/check-event';

/** Whether the event is in the signed log, computed in the browser. */
export function Proof({ event }: { event: TimelineEvent }) {
  const query = useQuery({
    queryKey: ['event-proof', event.leaf, event.hash],
    queryFn: ({ signal }) => checkEvent(event, signal),
    enabled: canHash(),
    staleTime: 0,
    gcTime: 0,
  });
  const { data, error } = query;
  return (
    <section>
      <h3 className="mb-2 font-semibold">{texts.proof}</h3>
      {!canHash() && <Notice tone="warning">{texts.notSecure}</Notice>}
      <LoadFailure query={query} fallback={texts.checkFailed} />
      {canHash() && !data && !error && <p role="status">{texts.checking}</p>}
      {data && <Result proof={data} />}
    </section>
  );
}

function Result({ proof }: { proof: EventProof }) {
  const { isUnaltered, isIncluded, isSigned, size, leaf, hashes, checkpoint } = proof;
  const isProven = isUnaltered && isIncluded && isSigned !== false;
  return (
    <>
      <Notice tone={isProven ? 'success' : 'error'}>
        <p className="font-medium">{isProven ? texts.proven : texts.notProven}</p>
        <ul className="mt-1 list-disc pl-5">
          <li>{texts.unaltered(isUnaltered)}</li>
          <li>{texts.included(isIncluded, formatCount(size))}</li>
          <li>{texts.signed(isSigned)}</li>
        </ul>
      </Notice>
      <details className="mt-2">
        <summary className="min-h-6 cursor-pointer">{texts.inclusionProof(hashes.length)}</summary>
        <p className="mt-2 text-muted">{texts.leafHash}</p>
        <p className="font-mono text-xs wrap-anywhere">{leaf}</p>
        <pre className="mt-2 rounded-lg bg-sunken p-3 text-xs wrap-anywhere whitespace-pre-wrap">
          {[...hashes, '', checkpoint].join('\n')}
        </pre>
      </details>
    </>
  );
}
