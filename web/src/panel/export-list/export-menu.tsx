import { Popover } from '@base-ui/react/popover';
import type { RefObject } from 'react';
import * as texts from '#strings/list-view';
import { Button } from '#ui/button';

export type ExportFormat = keyof typeof texts.exportFormats;

interface ExportMenuProps {
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  onChoose: (format: ExportFormat) => void;
}

export default function ExportMenu({ anchor, onClose, onChoose }: ExportMenuProps) {
  return (
    <Popover.Root
      open
      onOpenChange={(_, { event }) => {
        // A press on the button itself closes by that.
        if (!(event.target instanceof Node && anchor.current?.contains(event.target))) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align="end" sideOffset={4} className="z-40">
          <Popover.Popup
            aria-label={texts.exportList}
            finalFocus={anchor}
            className="flex flex-col rounded-xl border border-line bg-surface p-2 text-sm shadow-lg"
          >
            {(['csv', 'xlsx'] as const).map((format) => (
              <Button
                key={format}
                variant="ghost"
                size="sm"
                className="justify-start"
                onClick={() => {
                  onChoose(format);
                  onClose();
                }}
              >
                {texts.exportFormats[format]}
              </Button>
            ))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
