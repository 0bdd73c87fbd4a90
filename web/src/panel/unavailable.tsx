import * as texts from '#strings/admin';
import { RetryButton, type Loading } from '#ui/load-failure';

export interface UnavailableProps {
  query: Omit<Loading, 'error'>;
}

/** Replaces a list that failed to load; the error is only logged. */
export function Unavailable({ query }: UnavailableProps) {
  return (
    <p className="flex items-center gap-3 text-sm text-muted">
      {texts.unavailable}
      <RetryButton query={query} />
    </p>
  );
}
