import { useRef, useState } from 'react';
import * as texts from '#strings/list-view';
import type { ListFilter } from '#expense/expense-list';
import { IconButton } from '#ui/button';
import { Glyph } from '#ui/glyph';
import { lazyPart } from '#ui/lazy-part';

const ExportMenu = lazyPart(() => import('./export-menu'));

/** Saves every claim of the list as a file, including those that are not loaded yet; with `asOf`, as they were then. */
export function ExportButton({ filter, asOf }: { filter: ListFilter; asOf?: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  return (
    <>
      <IconButton
        ref={button}
        label={texts.exportList}
        variant="secondary"
        busy={isBusy}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={ExportMenu.preload}
        onClick={() => setOpen(!isOpen)}
      >
        <Glyph name="download" />
      </IconButton>
      {isOpen && (
        <ExportMenu anchor={button} filter={filter} asOf={asOf} onClose={() => setOpen(false)} onBusy={setBusy} />
      )}
    </>
  );
}
