import type { TripJson } from '@outlay/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import * as texts from '#strings/trips';
import { currencyChoice, type ClaimValues } from '#expense/claim-values';
import { daysOf, isSameTrip, tripsQuery } from '#expense/trips/trips';
import { Button } from '#ui/button';
import { Select } from '#ui/controls';
import { Field } from '#ui/field';
import { lazyPart } from '#ui/lazy-part';

const NewTripDialog = lazyPart(() => import('./new-trip-dialog'));

/** The trip of the claim. A chosen one proposes its currency, and says if the date is outside its days. */
export function TripField() {
  const { control, setValue, getValues, formState } = useFormContext<ClaimValues>();
  const [trip = '', date] = useWatch({ control, name: ['trip', 'date'] });
  const [isAdding, setAdding] = useState(false);
  const { data: trips = [] } = useQuery(tripsQuery);
  const known = trips.find(({ name }) => isSameTrip(name, trip));
  const isOutside = known && date !== '' && (date < known.first_day || date > known.last_day);

  const choose = (chosen: string, { currency }: Partial<TripJson> = {}) => {
    setValue('trip', chosen, { shouldDirty: true });
    // A currency that was chosen, or belongs to an amount that was typed or read, stays.
    if (!currency || formState.dirtyFields.currency || getValues('amount') !== '') return;
    const proposed = currencyChoice(currency);
    setValue('currency', proposed.currency);
    setValue('currencyOther', proposed.currencyOther);
  };

  return (
    <>
      <Field
        label={texts.trip}
        hint={isOutside && texts.outside(daysOf(known))}
        className="sm:col-span-2"
        aside={
          <Button variant="link" aria-haspopup="dialog" onClick={() => setAdding(true)}>
            {texts.newTrip}
          </Button>
        }
      >
        {(field) => (
          <Select
            {...field}
            name="trip"
            value={known?.name ?? trip}
            onChange={({ target }) =>
              choose(
                target.value,
                trips.find(({ name }) => name === target.value),
              )
            }
          >
            <option value="">{texts.noTrip}</option>
            {trips.map(({ id, name }) => (
              <option key={id}>{name}</option>
            ))}
            {trip !== '' && !known && <option>{trip}</option>}
          </Select>
        )}
      </Field>
      {isAdding && (
        <NewTripDialog
          onAdded={(added) => {
            choose(added.name, added);
            setAdding(false);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
