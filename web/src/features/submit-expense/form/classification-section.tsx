import { CLASSIFICATION_LABELS, CLASSIFICATIONS, vatMessages } from '@outlay/rules';
import { useFormContext } from 'react-hook-form';
import * as texts from '#strings/submit-expense';
import { Card, CardTitle } from '#ui/card';
import { Select } from '#ui/controls';
import { Field } from '#ui/field';
import type { FieldNotes } from '../reading/use-reading';
import type { FieldErrors } from './form-problems';
import type { ClaimValues } from '#expense/claim-values';
import { ClaimAmountField } from './claim-amount-field';

export interface ClassificationSectionProps {
  errors: FieldErrors;
  notes: FieldNotes;
  asksVat: boolean;
  declaredNoReceipt: boolean;
}

export function ClassificationSection({ errors, notes, asksVat, declaredNoReceipt }: ClassificationSectionProps) {
  const { register } = useFormContext<ClaimValues>();
  return (
    <Card className="p-5">
      <CardTitle>{texts.classification}</CardTitle>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <Field label={texts.classification}>
          {(field) => (
            <Select {...field} required {...register('classification')}>
              <option value="">{texts.chooseClassification}</option>
              {CLASSIFICATIONS.map((classification) => (
                <option key={classification} value={classification}>
                  {CLASSIFICATION_LABELS[classification]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {asksVat && (
          <ClaimAmountField
            name="vatAmount"
            label={texts.vat}
            hint={declaredNoReceipt ? vatMessages.withoutReceipt : (notes.vatAmount ?? texts.vatHint)}
            error={errors.vatAmount}
            disabled={declaredNoReceipt}
          />
        )}
      </div>
    </Card>
  );
}
