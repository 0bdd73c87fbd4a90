import { lazy, Suspense, useState } from 'react';
import * as texts from '#strings/create-button';
import { Button } from '../../../ui/button';

const loadDialog = () => import('./create-dialog');
const CreateDialog = lazy(loadDialog);

export function CreateButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onPointerEnter={() => void loadDialog()} onClick={() => setOpen(true)}>
        {texts.label}
      </Button>
      {open && (
        <Suspense>
          <CreateDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
