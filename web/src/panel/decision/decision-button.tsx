import { DECISIONS } from '@outlay/contracts';
import { useState } from 'react';
import * as texts from '#strings/decision';
import { Button } from '#ui/button';
import { lazyPart } from '#ui/lazy-part';
import type { DecisionDialogProps } from './decision-dialog';

const DecisionDialog = lazyPart(() => import('./decision-dialog'));

interface DecisionButtonProps extends Omit<DecisionDialogProps, 'onClose'> {
  eventType: string;
}

/** Renders nothing if the event is no decision. */
export default function DecisionButton({ expense, revision, eventType }: DecisionButtonProps) {
  const [open, setOpen] = useState(false);
  if (!Object.hasOwn(DECISIONS, eventType)) return null;
  return (
    <>
      <Button variant="link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {open && <DecisionDialog expense={expense} revision={revision} onClose={() => setOpen(false)} />}
    </>
  );
}
