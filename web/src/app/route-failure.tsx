import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import * as texts from '#strings/errors';
import * as ui from '#strings/ui';
import { logFailure } from '../lib/log';
import { Button } from '../ui/button';

/** What Chromium, Firefox and Safari call a part of the client they could not load. */
const UNLOADED = /dynamically imported module|Importing a module script failed/;

/** The last resort: a screen that could not be loaded or drawn. */
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
          // Such a part stays failed for this page's life, and may be gone with a newer version: only a reload helps.
          if (error instanceof Error && UNLOADED.test(error.message)) return window.location.reload();
          reset();
          void router.invalidate();
        }}
      >
        {ui.tryAgain}
      </Button>
    </div>
  );
}
