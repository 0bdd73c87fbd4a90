import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#strings/admin-create';
import { currencyOf } from '#expense/claim-values';
import { useFetchedRate } from '#expense/use-fetched-rate';
import { messageOf } from '#lib/errors';
import { localToday } from '#lib/local-today';
import { toast } from '#ui/toast';
import { usersQuery } from '#panel/queries';
import { useCreateExpense } from './create-expense';
import { shownErrors, withChange } from '#panel/claim-form/claim-problems';
import { useTouched } from '#panel/claim-form/use-touched';
import { createErrors, fieldsOf, missingFields, newValues, type CreateValues } from './create-values';

/** The debounce of rate requests. */
const DEBOUNCE_MS = 400;

export function useCreateForm(onCreated: () => void) {
  const [values, setValues] = useState(newValues);
  const [today] = useState(() => localToday());
  const { touched, onBlur } = useTouched();
  const { data: users } = useQuery(usersQuery);
  const create = useCreateExpense();

  const to = users?.find(({ id }) => id === values.userId)?.reimbursement_currency ?? null;
  const errors = createErrors(values, today);
  const missing = missingFields(values, errors);
  const date = values.date && !errors.date ? values.date : null;
  const rate = useFetchedRate({ from: currencyOf(values) || null, to, date }, DEBOUNCE_MS);

  function submit() {
    if (missing.length > 0 || create.isPending) return;
    const creation = { fields: fieldsOf(values, rate, to, today), receipt: values.file };
    create.mutate(creation, {
      onSuccess: () => {
        toast.success(texts.created);
        onCreated();
      },
      onError: (error) => toast.error(messageOf(error, texts.failed)),
    });
  }

  return {
    values,
    change: (change: Partial<CreateValues>) => setValues((now) => withChange(now, change)),
    to,
    rate,
    errors: { ...shownErrors(errors, values, touched), file: errors.file },
    missing,
    today,
    onBlur,
    submit,
    isSending: create.isPending,
    error: create.error,
  };
}
