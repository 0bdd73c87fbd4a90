import type { ExpenseJson } from '@outlay/contracts';
import { useState } from 'react';
import * as texts from '#strings/admin-edit';
import { ApiError, messageOf } from '#lib/errors';
import { localToday } from '#lib/local-today';
import { toast } from '#ui/toast';
import { duplicatesIn, useAmend } from './amend-expense';
import { shownErrors, withChange } from '#panel/claim-form/claim-problems';
import { useTouched } from '#panel/claim-form/use-touched';
import { amendmentOf, editErrors, isChanged } from './amendment';
import { outcomeOf } from './edit-outcome';
import { changedFields, editValuesOf, rebased, type EditValues } from './edit-values';
import { useEditRate } from './use-edit-rate';

export function useEditForm(first: ExpenseJson, onSaved: () => void) {
  const [expense, setExpense] = useState(first);
  const [values, setValues] = useState(() => editValuesOf(first));
  const [isRebased, setRebased] = useState(false);
  const [today] = useState(() => localToday());
  const { touched, onBlur } = useTouched();
  const amend = useAmend();

  const changed = changedFields(expense, values);
  const rate = useEditRate(expense, values, changed, today);
  const outcome = outcomeOf(expense, values, changed, rate);
  const errors = editErrors(expense, values, changed, outcome, today);
  const isPaid = expense.status === 'paid';
  const hasChanges = isChanged(changed, outcome);
  const canSave = !isPaid && hasChanges && Object.keys(errors).length === 0;

  function save(approveAnyway = false) {
    if (!canSave || amend.isPending) return;
    const body = amendmentOf(expense, values, changed, outcome, today);
    amend.mutate(
      { expense, body: { ...body, ...(approveAnyway && { approve_anyway: true }) } },
      {
        onSuccess: () => {
          toast.success(texts.saved);
          onSaved();
        },
        onError: (error) => {
          if (!duplicatesIn(error)) toast.error(messageOf(error, texts.failed));
        },
      },
    );
  }

  return {
    expense,
    values,
    change: (change: Partial<EditValues>) => setValues((now) => withChange(now, change)),
    changed,
    rate,
    outcome,
    errors: shownErrors(errors, values, touched),
    today,
    onBlur,
    isPaid,
    hasChanges,
    canSave,
    save: () => save(),
    duplicates: duplicatesIn(amend.error),
    saveAnyway: () => save(true),
    forgetError: amend.reset,
    isSaving: amend.isPending,
    error: amend.error,
    isConflict: amend.error instanceof ApiError && amend.error.code === 'VERSION_CONFLICT',
    isRebased,
    rebase: (newer: ExpenseJson) => {
      setValues(rebased(values, expense, newer));
      setExpense(newer);
      setRebased(true);
      amend.reset();
    },
  };
}

export type EditForm = ReturnType<typeof useEditForm>;
