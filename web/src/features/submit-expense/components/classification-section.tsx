import { CLASSIFICATION_LABELS, CLASSIFICATIONS, vatMessages } from '@outlay/rules';
import { useFormContext } from 'react-hook-form';
import { Card, CardTitle } from '../../../ui/card';
import { Input, Select } from '../../../ui/controls';
import { Field } from '../../../ui/field';
import type { FieldErrors } from '../form/form-problems';
import type { FormValues } from '../form/form-values';

export interface ClassificationSectionProps {
  errors: FieldErrors;
  asksVat: boolean;
  declaredNoReceipt: boolean;
}

export function ClassificationSection({ errors, asksVat, declaredNoReceipt }: ClassificationSectionProps) {
  const { register } = useFormContext<FormValues>();
  return (
    <Card className="p-5">
      <CardTitle>Classification</CardTitle>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <Field label="Classification">
          {(field) => (
            <Select {...field} required {...register('classification')}>
              <option value="">Choose a classification</option>
              {CLASSIFICATIONS.map((classification) => (
                <option key={classification} value={classification}>
                  {CLASSIFICATION_LABELS[classification]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {asksVat && (
          <Field
            label="VAT amount (EUR)"
            hint={declaredNoReceipt ? vatMessages.withoutReceipt : 'As the receipt says; 0 where there is none.'}
            error={errors.vat}
          >
            {(field) => (
              <Input
                {...field}
                type="number"
                inputMode="decimal"
                step="0.01"
                min="0"
                required
                onWheel={(event) => event.currentTarget.blur()}
                {...register('vat')}
                disabled={declaredNoReceipt}
              />
            )}
          </Field>
        )}
      </div>
    </Card>
  );
}
