import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { dropToasts, toastsWanted } from './toast';

const Toasts = lazy(() => import('./toasts'));

/** Where toasts appear; one in the signed-in part of the application. What shows them is loaded with the first. */
export function Toaster() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.read);
  // A session's words end with it.
  useEffect(() => dropToasts, []);
  if (!wanted) return null;
  return (
    <Suspense>
      <Toasts />
    </Suspense>
  );
}
