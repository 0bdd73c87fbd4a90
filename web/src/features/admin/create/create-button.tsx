import { lazy, Suspense, useState } from 'react';
import * as texts from '#strings/create-button';
import { Button } from '../../../ui/button';

const loadDialog = () => import('./create-dialog');
/** What cannot be loaded ahead is missed, and said, when it is wanted. */
const prefetchDialog = () => void loadDialog().catch(() => undefined);
const CreateDialog = lazy(loadDialog);

export function CreateButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onPointerEnter={prefetchDialog} onClick={() => setOpen(true)}>
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
