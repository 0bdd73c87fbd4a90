import * as texts from '#strings/admin';
import * as ui from '#strings/ui';
import { Button } from '#ui/button';

export interface UnavailableProps {
  query: { isFetching: boolean; refetch: () => unknown };
}

/** Replaces a list that failed to load; the error is only logged (specification §8). */
export function Unavailable({ query }: UnavailableProps) {
  return (
    <p className="flex items-center gap-3 text-sm text-muted">
      {texts.unavailable}
      <Button size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
        {ui.retry}
      </Button>
    </p>
  );
}
