import { useState } from 'react';
import * as texts from '#strings/create-button';
import { Button } from '#ui/button';
import { lazyPart } from '#ui/lazy-part';

const CreateDialog = lazyPart(() => import('./create-dialog'));

export function CreateButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onPointerEnter={CreateDialog.preload} onClick={() => setOpen(true)}>
        {texts.label}
      </Button>
      {open && <CreateDialog onClose={() => setOpen(false)} />}
    </>
  );
}
