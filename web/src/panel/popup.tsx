import { Popover } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import { cn } from '#lib/cn';

interface PopupProps {
  /** The button that opened it. */
  anchor: RefObject<HTMLButtonElement | null>;
  label: string;
  align: 'start' | 'end';
  className: string;
  onClose: () => void;
  children: ReactNode;
}

export function Popup({ anchor, label, align, className, onClose, children }: PopupProps) {
  return (
    <Popover.Root
      open
      onOpenChange={(_, { event }) => {
        // A press on the button itself closes by that.
        if (!(event.target instanceof Node && anchor.current?.contains(event.target))) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align={align} sideOffset={4} className="z-40">
          <Popover.Popup
            aria-label={label}
            finalFocus={anchor}
            className={cn('rounded-xl border border-line bg-surface text-sm shadow-lg', className)}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
