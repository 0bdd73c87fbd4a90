import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { isDialogAbove, isDialogOpen, useSingleKeys } from '#lib/use-single-keys';
import { lazyPart } from '#ui/lazy-part';
import { OpenPalette } from '../shell/open-palette';

const Palette = lazyPart(() => import('./palette'));
const ShortcutSheet = lazyPart(() => import('#ui/shortcut-sheet'));

export function Commands({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<'palette' | 'shortcuts' | null>(null);
  const navigate = useNavigate();
  const close = () => setOpened(null);

  useSingleKeys(
    true,
    { c: () => void navigate({ to: '/submit-expense' }), '?': () => setOpened('shortcuts') },
    isDialogOpen,
  );
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    // Some browsers use this shortcut for their own search.
    event.preventDefault();
    if (opened === 'palette') close();
    else if (!isDialogAbove()) setOpened('palette');
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  return (
    <OpenPalette value={() => setOpened('palette')}>
      {children}
      {opened === 'palette' && <Palette onClose={close} onShortcuts={() => setOpened('shortcuts')} />}
      {opened === 'shortcuts' && <ShortcutSheet onClose={close} />}
    </OpenPalette>
  );
}
