import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { onFirstPress } from '#lib/first-press';
import { dropToasts, toastsWanted } from './toast';

/** Loads its code with the first press. */
export function Toaster() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.read);
  const [Toasts, setToasts] = useState<ComponentType | null>(null);
  useEffect(() => dropToasts, []);
  useEffect(() => {
    if (Toasts) return;
    const load = () => void import('./toasts').then((part) => setToasts(() => part.default), dropToasts);
    if (wanted) load();
    return onFirstPress(load);
  }, [wanted, Toasts]);
  return wanted && Toasts && <Toasts />;
}
