import { useState } from 'react';
import { cn } from '#lib/cn';
import { isDialogAbove, useSingleKeys } from '#lib/use-single-keys';
import { Frame, WIDTHS, type DialogProps } from './dialog';
import { lazyPart } from './lazy-part';

const ShortcutSheet = lazyPart(() => import('./shortcut-sheet'));

export function Sheet({ width = 'md', children, ...props }: DialogProps) {
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  useSingleKeys(true, { '?': () => setShowsShortcuts(true) }, isDialogAbove);
  return (
    <Frame
      {...props}
      kind="sheet"
      popup={cn(
        'inset-y-0 right-0 w-full border-l sm:w-[calc(100%-2rem)] transition duration-180',
        'data-starting-style:translate-x-full data-ending-style:translate-x-full',
        WIDTHS[width],
      )}
    >
      {children}
      {showsShortcuts && <ShortcutSheet onClose={() => setShowsShortcuts(false)} />}
    </Frame>
  );
}
