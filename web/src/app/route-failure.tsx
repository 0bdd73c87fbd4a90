import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import * as texts from '#strings/ui';
import { logFailure } from '#lib/log';
import { Button } from '#ui/button';

/** Error messages of Chromium, Firefox and Safari for a chunk that failed to load. */
const LOAD_FAILURE = /dynamically imported module|Importing a module script failed/;

export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => logFailure('A screen could not be shown', error), [error]);
  return (
    <div role="alert" className="grid min-h-96 place-content-center justify-items-center gap-4 p-6 text-center">
      <h1 className="text-xl font-semibold">{texts.screenTitle}</h1>
      <p className="text-sm text-muted">{texts.screenText}</p>
      <Button
        variant="primary"
        onClick={() => {
          // The browser caches a failed import, and a new version may have replaced the chunk: only a reload helps.
          if (error instanceof Error && LOAD_FAILURE.test(error.message)) return window.location.reload();
          reset();
          void router.invalidate();
        }}
      >
        {texts.tryAgain}
      </Button>
    </div>
  );
}
