import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { readsAll } from '@outlay/rules';
import { useCallback, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import * as texts from '#strings/admin';
import { hasStatus } from '#lib/errors';
import { useProfile } from '#lib/profile';
import { lazyPart } from '#ui/lazy-part';
import { toast } from '#ui/toast';
import { ADMIN_KEY } from '#panel/queries';
import { areListsBehind, isTrailBroken, trailStateQuery } from '#panel/trail-state';

const TrailBanner = lazyPart(() => import('#panel/trail-banner'));
const AccessDenied = lazyPart(() => import('./access-denied'));

export function AdminGate({ children }: { children: ReactNode }) {
  const isReader = readsAll(useProfile().role);
  const isRefused = useRefusedLoad();

  useEffect(() => {
    if (isRefused) toast.error(texts.deniedLoad);
  }, [isRefused]);

  if (!isReader || isRefused) return <AccessDenied />;
  return (
    <>
      <TrailState />
      {children}
    </>
  );
}

function TrailState() {
  const { data } = useQuery(trailStateQuery);
  return data && (isTrailBroken(data) || areListsBehind(data)) && <TrailBanner state={data} />;
}

function useRefusedLoad(): boolean {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)), [cache]);
  return useSyncExternalStore(subscribe, () =>
    cache.findAll({ queryKey: ADMIN_KEY }).some(({ state }) => hasStatus(state.error, 403)),
  );
}
