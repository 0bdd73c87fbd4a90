import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#strings/audit';
import { hasStatus } from '#lib/errors';
import { Button } from '#ui/button';
import { Card, CardTitle } from '#ui/card';
import { CopyButton } from '#ui/copy-button';
import { LoadFailure } from '#ui/load-failure';
import { Notice } from '#ui/notice';
import { Skeleton } from '#ui/skeleton';
import { ADMIN_KEY } from '#panel/queries';
import { formatCount } from '../format-count';
import { fingerprintOf, parseCheckpoint } from '../proof/checkpoint';
import { latestCheckpoint } from '../proof/log-files';
import { Compare } from './compare';
import { ProofPacks, type ProofPacksProps } from '../packs/proof-packs';
import { Downloads } from './downloads';

const FIRST_MS = 2_000;

export function CheckpointCard(packs: ProofPacksProps) {
  const [isComparing, setComparing] = useState(false);
  const [hasPacks, setPacks] = useState(false);
  const query = useQuery({
    queryKey: [...ADMIN_KEY, 'checkpoint'],
    queryFn: async ({ signal }) => parseCheckpoint(await latestCheckpoint(signal)),
    // The card does not change while it is read out.
    staleTime: Infinity,
    gcTime: 0,
    // The first one is made within a second of the first event.
    refetchInterval: ({ state }) => (hasStatus(state.error, 404) ? FIRST_MS : false),
  });
  const { data, error, isFetching, refetch } = query;
  const fingerprint = data && fingerprintOf(data);
  return (
    <Card className="p-4 text-sm">
      <CardTitle>{texts.checkpoint}</CardTitle>
      {!data && !error && <Skeleton className="mt-2 h-12" />}
      {hasStatus(error, 404) ? (
        <Notice tone="info" className="mt-2">
          {texts.noCheckpoint}
        </Notice>
      ) : (
        <LoadFailure query={query} fallback={texts.checkpointFailed} className="mt-2" />
      )}
      {fingerprint && (
        <>
          <p className="mt-1 text-muted">{texts.checkpointText(formatCount(data.size))}</p>
          <p aria-label={texts.fingerprint} role="group" className="mt-2 font-mono text-base wrap-anywhere">
            {fingerprint}
          </p>
        </>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {fingerprint && <CopyButton size="sm" text={fingerprint} label={texts.copyFingerprint} />}
        <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
          {texts.showLatest}
        </Button>
        <Button size="sm" aria-expanded={isComparing} onClick={() => setComparing(!isComparing)}>
          {texts.compare}
        </Button>
        <Downloads />
        <Button size="sm" aria-expanded={hasPacks} onClick={() => setPacks(!hasPacks)}>
          {texts.packs}
        </Button>
      </div>
      {isComparing && <Compare />}
      {hasPacks && <ProofPacks {...packs} />}
    </Card>
  );
}
