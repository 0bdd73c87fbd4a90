import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { canonicalRole } from '@outlay/rules';
import { useCallback, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { hasStatus } from '../../../lib/errors';
import { useProfile } from '../../../lib/profile';
import { toast } from '../../../ui/toast';
import { ADMIN_KEY } from '../api/admin-queries';
import { AccessDenied } from './access-denied';

/** Shows the panel to super admins: who is none by profile, or is refused by any of its loads, is told so instead. */
export function AdminGate({ children }: { children: ReactNode }) {
  const isSuperAdmin = canonicalRole(useProfile().role) === 'super_admin';
  const isRefused = useRefusedLoad();

  useEffect(() => {
    if (isRefused) toast.error('Access denied. Only Super Admins can view admin data.');
  }, [isRefused]);

  return isSuperAdmin && !isRefused ? children : <AccessDenied />;
}

/** Whether the server answered 403 to a load of the panel, whichever part of it asked. */
function useRefusedLoad(): boolean {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)), [cache]);
  return useSyncExternalStore(subscribe, () =>
    cache.findAll({ queryKey: ADMIN_KEY }).some(({ state }) => hasStatus(state.error, 403)),
  );
}
