import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { logFailure } from '../lib/log';
import { Button } from '../ui/button';

/** The last resort: a screen that could not be loaded or drawn. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => logFailure('A screen could not be shown', error), [error]);
  return (
    <div role="alert" className="grid min-h-96 place-content-center justify-items-center gap-4 p-6 text-center">
      <h1 className="text-xl font-semibold">This page could not be shown</h1>
      <p className="text-sm text-muted">Your data is safe. Try again, or reload the page.</p>
      <Button
        variant="primary"
        onClick={() => {
          reset();
          void router.invalidate();
        }}
      >
        Try again
      </Button>
    </div>
  );
}
