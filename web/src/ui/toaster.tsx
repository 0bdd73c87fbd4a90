import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { dropToasts, toastsWanted } from './toast';

const PRESSES = ['pointerdown', 'keydown'] as const;

/**
 * Shows toasts in the signed-in part of the application. Their code is loaded with the first press, because the server may
 * be unreachable by the time a toast is needed. If loading fails, the toasts are dropped and the next one tries again.
 */
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
