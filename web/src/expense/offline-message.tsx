import * as texts from '#strings/offline';
import { useNow } from '#lib/use-now';
import { Notice } from '#ui/notice';
import { formatInstant } from './format';
import { timeSince } from './time-since';

export interface OfflineMessageProps {
  isOnline: boolean;
  /** When the list was loaded. */
  at: string | null;
}

export default function OfflineMessage({ isOnline, at }: OfflineMessageProps) {
  const now = useNow();
  return (
    <Notice tone="warning" className="mb-4">
      <p className="font-semibold">{isOnline ? texts.unreachable : texts.offline}</p>
      <p>{at ? texts.loaded(timeSince(at, now), formatInstant(at)) : texts.notLoaded}</p>
    </Notice>
  );
}
