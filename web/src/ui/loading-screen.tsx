import * as texts from '#strings/ui';
import { Spinner } from './spinner';

export function LoadingScreen() {
  return (
    <div role="status" className="grid min-h-dvh place-content-center justify-items-center gap-3 text-muted">
      <Spinner className="size-6" />
      <p className="text-sm">{texts.loading}</p>
    </div>
  );
}
