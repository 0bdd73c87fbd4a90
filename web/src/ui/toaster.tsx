import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { dropToasts, toastsWanted } from './toast';

const PRESSES = ['pointerdown', 'keydown'] as const;

/** Loads its code with the first press: the server may be unreachable by the time a toast is needed. */
export function Toaster() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.read);
  const [Toasts, setToasts] = useState<ComponentType | null>(null);
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
