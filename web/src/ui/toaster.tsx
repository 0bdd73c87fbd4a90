import { useEffect, useSyncExternalStore } from 'react';
import { lazyPart } from './lazy-part';
import { dropToasts, toastsWanted } from './toast';

/** Every error stands in its place as well: where toasts cannot be loaded they are left out, and nothing goes with them. */
const Toasts = lazyPart(() => import('./toasts').catch(() => ({ default: () => null })));
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
    const prepare = () => void Toasts.preload();
    for (const press of PRESSES) window.addEventListener(press, prepare, { once: true });
    return () => {
      for (const press of PRESSES) window.removeEventListener(press, prepare);
    };
  }, []);
  return wanted && <Toasts />;
}
