import { addDays, CATEGORIES, monthsBefore, type IsoDate } from '@outlay/rules';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import * as texts from '#strings/submit-expense';
import { Button } from '#ui/button';
import { Input, Select, Textarea } from '#ui/controls';
import { Field } from '#ui/field';
import { CardPart } from '#ui/card';
import { TripField } from './trip-field';
import type { FieldNotes } from '../reading/use-reading';
import type { FieldErrors } from './form-problems';
import type { ClaimValues } from '#expense/claim-values';

export interface DetailsSectionProps {
  errors: FieldErrors;
  notes: FieldNotes;
  /** Words for the justification. */
  suggestion: ReactNode;
  today: IsoDate;
}

export function DetailsSection({ errors, notes, suggestion, today }: DetailsSectionProps) {
  const { register, formState, control, setValue } = useFormContext<ClaimValues>();
  const known: readonly string[] = CATEGORIES;
  const initial = formState.defaultValues?.category;
  // An admin may have set a category that users cannot choose; it stays selectable.
  const offered = initial && !known.includes(initial) ? [...known, initial] : known;
  const yesterday = addDays(today, -1);
  const [day, name] =
    useWatch({ control, name: 'date' }) === yesterday ? [today, texts.today] : [yesterday, texts.yesterday];
  return (
    <CardPart title={texts.details}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={texts.date}
          hint={notes.date}
          error={errors.date}
          aside={
            <Button
              variant="link"
              className="-my-0.5"
              onClick={() => setValue('date', day, { shouldDirty: true, shouldTouch: true, shouldValidate: true })}
            >
              {name}
            </Button>
          }
        >
          {(field) => (
            <Input {...field} type="date" min={monthsBefore(today, 12)} max={today} required {...register('date')} />
          )}
        </Field>
        <Field label={texts.category} hint={notes.category}>
          {(field) => (
            <Select {...field} required {...register('category')}>
              <option value="">{texts.chooseCategory}</option>
              {offered.map((category) => (
                <option key={category}>{category}</option>
              ))}
            </Select>
          )}
        </Field>
        <div className="sm:col-span-2">
          <Field label={texts.justification} hint={texts.justificationHint}>
            {(field) => <Textarea {...field} rows={2} required maxLength={2000} {...register('justification')} />}
          </Field>
          {suggestion}
        </div>
        <TripField />
      </div>
    </CardPart>
  );
}
