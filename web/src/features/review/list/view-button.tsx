import { useRef, useState } from 'react';
import { view } from '#strings/admin-expenses';
import { IconButton } from '#ui/button';
import { Glyph } from '#ui/glyph';
import { lazyPart } from '#ui/lazy-part';

const ViewOptions = lazyPart(() => import('./view-options'));

/** Cards have no columns to choose. */
export function ViewButton() {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <span className="max-lg:hidden">
      <IconButton
        ref={button}
        label={view}
        variant="secondary"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={ViewOptions.preload}
        onClick={() => setOpen(!isOpen)}
      >
        <Glyph name="view" />
      </IconButton>
      {isOpen && <ViewOptions button={button} onClose={() => setOpen(false)} />}
    </span>
  );
}
