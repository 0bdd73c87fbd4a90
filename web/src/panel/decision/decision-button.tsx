import { useState } from 'react';
import * as texts from '#strings/decision';
import { Button } from '#ui/button';
import { lazyPart } from '#ui/lazy-part';
import type { DecisionDialogProps } from './decision-dialog';

const DecisionDialog = lazyPart(() => import('./decision-dialog'));

/** The events in which somebody decides on an expense. */
const DECISIONS = ['ExpenseApproved', 'ExpenseRejected', 'ExpenseReverted', 'ExpenseAmendedByAdmin', 'ExpensePaid'];

interface DecisionButtonProps extends Omit<DecisionDialogProps, 'onClose'> {
  eventType: string;
}

/** Renders nothing if the event is no decision. */
export default function DecisionButton({ expense, revision, eventType }: DecisionButtonProps) {
  const [open, setOpen] = useState(false);
  if (!DECISIONS.includes(eventType)) return null;
  return (
    <>
      <Button variant="link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {open && <DecisionDialog expense={expense} revision={revision} onClose={() => setOpen(false)} />}
    </>
  );
}
