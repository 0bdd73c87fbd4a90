import { useState } from 'react';
import * as texts from '#strings/create-button';
import { Button } from '#ui/button';
import { lazyPart } from '#ui/lazy-part';

const CreateDialog = lazyPart(() => import('./create-dialog'));

export function CreateButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        className="lg:min-h-8 lg:px-2.5"
        onPointerEnter={CreateDialog.preload}
        onClick={() => setOpen(true)}
      >
        {texts.label}
      </Button>
      {open && <CreateDialog onClose={() => setOpen(false)} />}
    </>
  );
}
