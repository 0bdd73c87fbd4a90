import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { dropToasts, toastsWanted } from './toast';

const PRESSES = ['pointerdown', 'keydown'] as const;

/**
 * Where toasts appear; one in the signed-in part of the application. What shows them is loaded with the first press,
 * since what is said answers one: by then the server may be away. Every error stands in its place as well: where toasts
 * cannot be loaded they are left out, and the next one is another try.
 */
export function Toaster() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.read);
  const [Toasts, setToasts] = useState<ComponentType | null>(null);
  // A session's words end with it.
  useEffect(() => dropToasts, []);
  useEffect(() => {
    if (Toasts) return;
    const load = () => void import('./toasts').then((part) => setToasts(() => part.default), dropToasts);
    if (wanted) load();
    for (const press of PRESSES) window.addEventListener(press, load, { once: true });
    return () => {
      for (const press of PRESSES) window.removeEventListener(press, load);
    };
  }, [wanted, Toasts]);
  return wanted && Toasts && <Toasts />;
}
