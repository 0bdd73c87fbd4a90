import * as texts from '#strings/ui';
import { cn } from '#lib/cn';
import { messageOf, NetworkError } from '#lib/errors';
import { Button } from './button';
import { ErrorNotice, Notice } from './notice';

/** The fields of a TanStack query that a pane needs. */
export interface Loading {
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

export function RetryButton({ query, className }: { query: Omit<Loading, 'error'>; className?: string }) {
  return (
    <Button size="sm" className={className} busy={query.isFetching} onClick={() => void query.refetch()}>
      {texts.retry}
    </Button>
  );
}

export interface LoadFailureProps {
  query: Loading;
  /** Shown without a message from the server. */
  fallback?: string;
  /** Shown above a message from the server. */
  text?: string;
  className?: string;
}

/** Replaces a pane that could not be loaded, with a way to try again; renders nothing without an error. */
export function LoadFailure({ query, fallback = '', text, className }: LoadFailureProps) {
  const { error } = query;
  if (!error) return null;
  return (
    <div className={cn('space-y-2', className)}>
      {text ? (
        <Notice tone="error">
          <p>{text}</p>
          <p className="empty:hidden">{messageOf(error, error instanceof NetworkError ? error.message : '')}</p>
        </Notice>
      ) : (
        <ErrorNotice error={error} fallback={fallback} />
      )}
      <RetryButton query={query} />
    </div>
  );
}
