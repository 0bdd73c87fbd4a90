import { claimFields, type TripJson } from '@outlay/contracts';
import { currencyMessages, isBlank, isIsoCurrency, tripMessages } from '@outlay/rules';
import { useState } from 'react';
import * as texts from '#strings/trips';
import { useProfile } from '#lib/profile';
import { Button } from '#ui/button';
import { Input } from '#ui/controls';
import { Field } from '#ui/field';
import { ErrorNotice } from '#ui/notice';
import { useSaveTrip } from './trips';

export interface TripFormProps {
  /** Without one, the form adds a trip. */
  trip: TripJson | null;
  onDone: (trip: TripJson) => void;
  onCancel: () => void;
}

export function TripForm({ trip, onDone, onCancel }: TripFormProps) {
  const save = useSaveTrip(trip);
  const { reimbursement_currency } = useProfile();
  const [isTried, setTried] = useState(false);
  const [typed, setTyped] = useState({
    name: trip?.name ?? '',
    currency: trip?.currency ?? reimbursement_currency ?? 'EUR',
    first_day: trip?.first_day ?? '',
    last_day: trip?.last_day ?? '',
  });
  const errors = {
    name: isBlank(typed.name) ? tripMessages.nameRequired : null,
    currency: isIsoCurrency(typed.currency) ? null : currencyMessages.invalid,
    first_day: typed.first_day === '' ? texts.dayRequired : null,
    last_day:
      typed.last_day === '' ? texts.dayRequired : typed.last_day < typed.first_day ? tripMessages.reversed : null,
  };
  const control = (name: keyof typeof typed) => ({
    name,
    required: true,
    autoComplete: 'off',
    value: typed[name],
    onChange: ({ target }: { target: HTMLInputElement }) => setTyped((now) => ({ ...now, [name]: target.value })),
  });
  const error = (name: keyof typeof typed) => (isTried ? errors[name] : null);

  return (
    <form
      noValidate
      className="grid grid-cols-2 items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        // The form of a claim may be around the dialog.
        event.stopPropagation();
        setTried(true);
        if (save.isPending || Object.values(errors).some((each) => each !== null)) return;
        save.mutate({ ...typed, name: typed.name.trim() }, { onSuccess: onDone });
      }}
    >
      <Field
        label={texts.name}
        error={error('name')}
        hint={trip && texts.keepsName}
        className="col-span-2 sm:col-span-1"
      >
        {(field) => (
          <Input
            {...field}
            {...control('name')}
            maxLength={claimFields.trip.max}
            placeholder={claimFields.trip.example}
            disabled={trip !== null}
          />
        )}
      </Field>
      <Field label={texts.currency} error={error('currency')} className="col-span-2 sm:col-span-1">
        {(field) => (
          <Input
            {...field}
            {...control('currency')}
            maxLength={3}
            placeholder={texts.currencyExample}
            autoCapitalize="characters"
            spellCheck={false}
            onChange={({ target }) => setTyped((now) => ({ ...now, currency: target.value.toUpperCase() }))}
          />
        )}
      </Field>
      <Field label={texts.firstDay} error={error('first_day')}>
        {(field) => <Input {...field} {...control('first_day')} type="date" />}
      </Field>
      <Field label={texts.lastDay} error={error('last_day')}>
        {(field) => <Input {...field} {...control('last_day')} type="date" min={typed.first_day} />}
      </Field>
      {save.isError && <ErrorNotice error={save.error} fallback={texts.saveFailed} className="col-span-2" />}
      <div className="col-span-2 flex gap-2">
        <Button type="submit" variant="primary" busy={save.isPending}>
          {trip ? texts.save : texts.add}
        </Button>
        <Button onClick={onCancel}>{texts.cancel}</Button>
      </div>
    </form>
  );
}
