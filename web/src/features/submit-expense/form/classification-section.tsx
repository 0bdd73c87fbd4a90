import { CLASSIFICATION_LABELS, CLASSIFICATIONS, vatMessages } from '@outlay/rules';
import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import * as texts from '#strings/submit-expense';
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
  const id = useId();
  return (
    <div className="space-y-4">
      <fieldset aria-describedby={notes.classification ? `${id}-hint` : undefined}>
        <legend className="mb-2 text-xs font-semibold text-muted">{texts.classification}</legend>
        <div className="divide-y divide-line rounded-lg border border-line-strong">
          {CLASSIFICATIONS.map((each) => (
            <label key={each} className="flex min-h-10 cursor-pointer items-start gap-3 px-3 py-2 text-sm">
              <input
                type="radio"
                value={each}
                required
                aria-labelledby={`${id}-${each}`}
                aria-describedby={`${id}-${each}-meaning`}
                className="mt-0.5 size-4 shrink-0 accent-accent"
                {...register('classification')}
              />
              <span className="sm:flex sm:gap-3">
                <span id={`${id}-${each}`} className="block font-medium sm:w-26 sm:shrink-0">
                  {CLASSIFICATION_LABELS[each]}
                </span>
                <span id={`${id}-${each}-meaning`} className="block text-muted">
                  {texts.meanings[each]}
                </span>
              </span>
            </label>
          ))}
        </div>
        {notes.classification && (
          <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
            {notes.classification}
          </p>
        )}
      </fieldset>
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
  );
}
