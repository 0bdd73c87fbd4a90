import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useImperativeHandle, useRef, useState, type Ref } from 'react';
import * as texts from '#strings/admin-edit';
import { cancel } from '#strings/ui';
import { hasStatus } from '#lib/errors';
import { Button } from '#ui/button';
import { ConfirmDialog } from '#ui/confirm-dialog';
import type { EditProps } from './edit-dialog';
import { EditFields } from './edit-fields';
import { useEditForm } from './use-edit-form';

export interface Leaving {
  /** Closes the form, and asks first if that loses changes. */
  leave: () => void;
}

/** The form in the place of the facts, beside the receipt. */
export default function EditPane({ expense: first, onClose, ref }: EditProps & { ref?: Ref<Leaving> }) {
  const form = useEditForm(first, onClose);
  const { expense } = form;
  // An ended session keeps nobody here: logging in is the only way to save.
  const losesChanges = form.hasChanges && !hasStatus(form.error, 401);
  const title = useId();
  const fields = useRef<HTMLFormElement>(null);
  const { history } = useRouter();
  const [isAsked, setAsked] = useState(false);
  // Settles the navigation that waits for an answer: true keeps it here.
  const keepHere = useRef<((isKept: boolean) => void) | null>(null);
  useEffect(() => {
    if (!losesChanges) return;
    // The router's own hook would be among the first scripts.
    return history.block({
      blockerFn: () =>
        new Promise((resolve) => {
          keepHere.current = resolve;
          setAsked(true);
        }),
    });
  }, [history, losesChanges]);
  const answer = (isKept: boolean) => {
    setAsked(false);
    if (keepHere.current) keepHere.current(isKept);
    else if (!isKept) onClose();
    keepHere.current = null;
  };
  const leave = () => (losesChanges ? setAsked(true) : onClose());
  useImperativeHandle(ref, () => ({ leave }));
  useEffect(() => fields.current?.querySelector<HTMLElement>('input:enabled, select:enabled')?.focus(), []);
  return (
    <div role="dialog" aria-labelledby={title} className="min-w-0">
      <h3 id={title} className="font-semibold">
        {texts.title}
      </h3>
      <p className="mb-4 text-sm text-muted">{texts.subject(expense.expense_id, expense.user_name)}</p>
      <form
        ref={fields}
        noValidate
        onBlur={form.onBlur}
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
        className="space-y-6"
      >
        <EditFields form={form} />
        <div className="sticky -bottom-4 -mx-1 -mb-4 flex justify-end gap-2 border-t border-line bg-surface px-1 pt-3 pb-4">
          <Button onClick={leave}>{cancel}</Button>
          <Button type="submit" variant="primary" disabled={!form.canSave} busy={form.isSaving}>
            {texts.save}
          </Button>
        </div>
      </form>
      {isAsked && (
        <ConfirmDialog
          open
          danger
          title={texts.leaveTitle}
          confirmLabel={texts.discard}
          onConfirm={() => answer(false)}
          onClose={() => answer(true)}
        >
          {texts.leaving(expense.expense_id)}
        </ConfirmDialog>
      )}
    </div>
  );
}
