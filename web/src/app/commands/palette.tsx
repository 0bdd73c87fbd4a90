import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Glyph } from '#ui/glyph';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import * as texts from '#strings/commands';
import type { Command } from '#ui/command';
import * as ui from '#strings/ui';
import { useCommands, type CommandGroup } from './use-commands';

export interface PaletteProps {
  onClose: () => void;
  onShortcuts: () => void;
}

export default function Palette({ onClose, onShortcuts }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const groups = useCommands(typed, onShortcuts);
  const ran = useRef<Command>(null);
  const run = (command: Command) => {
    ran.current = command;
    // A field that the command opens is there before the focus moves to it.
    if (typeof command.stays === 'function') flushSync(command.run);
    onClose();
    if (typeof command.stays !== 'function') command.run();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop forceRender className="fixed inset-0 z-50 bg-shade" />
        <Dialog.Popup
          data-popup="dialog"
          aria-label={texts.title}
          finalFocus={() => focusAfter(ran.current)}
          className="fixed inset-x-3 top-3 z-50 mx-auto flex max-h-[min(32rem,calc(100dvh-1.5rem))] max-w-xl flex-col overflow-hidden rounded-2xl border border-line bg-surface text-ink shadow-xl sm:top-[12dvh] sm:max-h-[min(32rem,76dvh)]"
        >
          <Autocomplete.Root
            inline
            open
            items={groups}
            filter={null}
            itemToStringValue={labelOf}
            autoHighlight="always"
            keepHighlight
            value={typed}
            onValueChange={(next, { reason }) => {
              // By default a chosen command replaces the typed text.
              if (reason !== 'item-press') setTyped(next);
            }}
          >
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Glyph name="search" className="size-4.5 shrink-0 text-muted" />
              <Autocomplete.Input
                aria-label={texts.search}
                placeholder={texts.searched}
                className="h-13 min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted"
              />
              <Dialog.Close className="rounded-md border border-line-strong px-2 py-1 text-xs text-muted hover:bg-sunken">
                {ui.close}
              </Dialog.Close>
            </div>
            <Autocomplete.List className="min-h-0 overflow-y-auto overscroll-contain p-2 outline-none">
              {({ value, items }: CommandGroup) => (
                <Autocomplete.Group key={value} items={items} className="pb-2">
                  <Autocomplete.GroupLabel className="eyebrow px-2.5 py-1.5">{value}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => <Entry key={command.id} command={command} onRun={run} />}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function focusAfter(command: Command | null): HTMLElement | boolean {
  if (command === null || command.stays === true) return true;
  return (command.stays ? command.stays() : document.querySelector<HTMLElement>('h1[tabindex]')) ?? true;
}

const labelOf = ({ label }: Command) => label;

function Entry({ command, onRun }: { command: Command; onRun: (command: Command) => void }) {
  const { label, hint, icon } = command;
  return (
    <Autocomplete.Item
      value={command}
      onClick={() => onRun(command)}
      className="flex min-h-10 cursor-pointer scroll-my-2 items-center gap-3 rounded-lg px-2.5 py-1.5 text-sm data-highlighted:bg-accent-soft"
    >
      <Glyph name={icon} className="size-4 shrink-0 text-muted" />
      <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-center sm:justify-between sm:gap-3">
        <span className="truncate">{label}</span>
        {hint && <span className="truncate text-xs text-muted sm:max-w-3/5 sm:shrink-0">{hint}</span>}
      </span>
    </Autocomplete.Item>
  );
}
