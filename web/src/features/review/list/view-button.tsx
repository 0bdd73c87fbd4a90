import { useRef, useState } from 'react';
import { view } from '#strings/admin-expenses';
import { IconButton } from '#ui/button';
import { Glyph } from '#ui/glyph';
import { lazyPart } from '#ui/lazy-part';
import { useMayAct } from '#panel/use-may-act';

const ViewOptions = lazyPart(() => import('./view-options'));

export function ViewButton() {
  const mayAct = useMayAct();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    // Cards have no columns to choose, and auditors no saved views.
    <span className={mayAct ? undefined : 'max-lg:hidden'}>
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
