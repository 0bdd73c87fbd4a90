import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as texts from '#strings/batch';
import { deleteForm, type Batch } from '#expense/saved-forms';
import { Button } from '#ui/button';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { nextOf, othersOf, placeOf } from './keep-batch';

export interface BatchBarProps {
  prefix: string;
  formKey: string;
  batch: Batch;
  disabled: boolean;
}

/** Steps through the unfinished forms of receipts that were added together. */
export default function BatchBar({ prefix, formKey, batch, disabled }: BatchBarProps) {
  const navigate = useNavigate();
  const [isAsked, setIsAsked] = useState(false);
  const others = othersOf(prefix, batch, formKey);
  const previous = others.findLast((form) => placeOf(form) < batch.place);
  const next = others.find((form) => placeOf(form) > batch.place);
  const show = (form: string) => void navigate({ to: '/submit-expense', state: { form }, replace: true });
  const remove = async () => {
    const following = nextOf(prefix, batch, formKey);
    await deleteForm(formKey);
    if (following === null) await navigate({ to: '/my-expenses', replace: true });
    else show(following);
  };
  return (
    <nav aria-label={texts.place(batch.place, batch.of)} className="mb-4 flex flex-wrap items-center gap-2">
      <p className="mr-auto font-semibold">{texts.place(batch.place, batch.of)}</p>
      <Button size="sm" disabled={disabled || !previous} onClick={() => previous && show(previous.key)}>
        {texts.previous}
      </Button>
      <Button size="sm" disabled={disabled || !next} onClick={() => next && show(next.key)}>
        {texts.next}
      </Button>
      <Button size="sm" variant="ghost" disabled={disabled} onClick={() => setIsAsked(true)}>
        {texts.remove}
      </Button>
      {isAsked && (
        <ConfirmDialog
          open
          danger
          title={texts.removeTitle}
          confirmLabel={texts.remove}
          onConfirm={() => void remove()}
          onClose={() => setIsAsked(false)}
        >
          <p>{texts.removeAsked}</p>
        </ConfirmDialog>
      )}
    </nav>
  );
}
