import { lazy, Suspense, useEffect, useSyncExternalStore, type ComponentType } from 'react';
import { dropToasts, toastsWanted } from './toast';

/** Every error stands in its place as well: where toasts cannot be loaded they are left out, and nothing goes with them. */
const load = (): Promise<{ default: ComponentType }> => import('./toasts').catch(() => ({ default: () => null }));
const Toasts = lazy(load);
const PRESSES = ['pointerdown', 'keydown'] as const;

/**
 * Where toasts appear; one in the signed-in part of the application. What shows them is loaded with the first press,
 * since what is said answers one: by then the server may be away.
 */
export function Toaster() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.read);
  // A session's words end with it.
  useEffect(() => dropToasts, []);
  useEffect(() => {
    const prepare = () => void load();
    for (const press of PRESSES) window.addEventListener(press, prepare, { once: true });
    return () => {
      for (const press of PRESSES) window.removeEventListener(press, prepare);
    };
  }, []);
  if (!wanted) return null;
  return (
    <Suspense>
      <Toasts />
    </Suspense>
  );
}
