import * as texts from '#strings/offline';
import type { MaybeKept } from '#lib/ask-again';
import { useNow } from '#lib/use-now';
import { useOnline } from '#lib/use-online';
import { Notice } from '#ui/notice';
import { formatInstant } from './format';
import { timeSince } from './time-since';

export interface OfflineNoticeProps extends MaybeKept {
  /** When the list was loaded, in milliseconds since the epoch; 0 without one. */
  loadedAt: number;
}

/** Says while there is no connection how old the list is. */
export function OfflineNotice({ keptAt, loadedAt }: OfflineNoticeProps) {
  const isOnline = useOnline();
  const now = useNow();
  if (isOnline && !keptAt) return null;
  const at = keptAt ?? (loadedAt > 0 ? new Date(loadedAt).toISOString() : null);
  return (
    <Notice tone="warning" className="mb-4">
      <p className="font-semibold">{isOnline ? texts.unreachable : texts.offline}</p>
      <p>{at ? texts.loaded(timeSince(at, now), formatInstant(at)) : texts.notLoaded}</p>
    </Notice>
  );
}
