import type { MaybeKept } from '#lib/ask-again';
import { useOnline } from '#lib/use-online';
import { lazyPart } from '#ui/lazy-part';

// The page loads it ahead, once it is shown (app/background.ts).
const OfflineMessage = lazyPart(() => import('./offline-message').catch(() => ({ default: () => null })));

export interface OfflineNoticeProps extends MaybeKept {
  /** When the list was loaded, in milliseconds since the epoch; 0 without one. */
  loadedAt: number;
}

/** Says while there is no connection how old the list is. */
export function OfflineNotice({ keptAt, loadedAt }: OfflineNoticeProps) {
  const isOnline = useOnline();
  if (isOnline && !keptAt) return null;
  const at = keptAt ?? (loadedAt > 0 ? new Date(loadedAt).toISOString() : null);
  return <OfflineMessage isOnline={isOnline} at={at} />;
}
