import { CATEGORIES, monthsBefore, type IsoDate } from '@outlay/rules';
import { useFormContext } from 'react-hook-form';
import { Card, CardTitle } from '../../../ui/card';
import { Input, Select, Textarea } from '../../../ui/controls';
import { Field } from '../../../ui/field';
import type { FieldErrors } from '../form/form-problems';
import type { FormValues } from '../form/form-values';

export function DetailsSection({ errors, today }: { errors: FieldErrors; today: IsoDate }) {
  const { register, formState } = useFormContext<FormValues>();
  const known: readonly string[] = CATEGORIES;
  const before = formState.defaultValues?.category;
  // An admin may have given a category the form does not offer; it stays what it is until it is changed.
  const offered = before && !known.includes(before) ? [...known, before] : known;
  return (
    <Card className="p-5">
      <CardTitle>Details</CardTitle>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <Field label="Date" error={errors.date}>
          {(field) => (
            <Input {...field} type="date" min={monthsBefore(today, 12)} max={today} required {...register('date')} />
          )}
        </Field>
        <Field label="Category">
          {(field) => (
            <Select {...field} required {...register('category')}>
              <option value="">Choose a category</option>
              {offered.map((category) => (
                <option key={category}>{category}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Justification" hint="What it was for, and with whom." className="sm:col-span-2">
          {(field) => <Textarea {...field} required maxLength={2000} {...register('justification')} />}
        </Field>
      </div>
    </Card>
  );
}
