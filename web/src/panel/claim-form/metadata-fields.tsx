import { claimFields } from '@outlay/contracts';
import { CATEGORIES, CLASSIFICATION_LABELS, CLASSIFICATIONS, vatMessages } from '@outlay/rules';
import * as texts from '#strings/claim-fields';
import { notProvided } from '#strings/expense';
import { AmountField } from '#expense/amount-field';
import { Input, Textarea } from '#ui/controls';
import { Field } from '#ui/field';
import { ChoiceField } from './choice-field';
import { asksVat } from './claim-problems';
import type { ClaimFieldsProps } from './original-fields';

const KINDS = CLASSIFICATIONS.map((kind) => [kind, CLASSIFICATION_LABELS[kind]] as const);

/** The claim's metadata. A stored `category` stays an option until it is changed. */
export function MetadataFields(props: ClaimFieldsProps & { category?: string }) {
  const { values, errors, disabled, onChange, category = '' } = props;
  const categories: readonly string[] = CATEGORIES;
  const offered = category === '' || categories.includes(category) ? categories : [...categories, category];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ChoiceField
        label={texts.category}
        name="category"
        required
        disabled={disabled}
        value={values.category}
        options={offered.map((each) => [each, each])}
        open={category === '' ? texts.chooseCategory : undefined}
        onChange={(next) => onChange({ category: next })}
      />
      <ChoiceField
        label={texts.classification}
        name="classification"
        disabled={disabled}
        value={values.classification}
        options={KINDS}
        open={notProvided}
        onChange={(classification) => onChange({ classification })}
      />
      <Field label={texts.justification} error={errors.justification} className="sm:col-span-2">
        {(control) => (
          <Textarea
            {...control}
            name="justification"
            rows={2}
            maxLength={2000}
            required
            disabled={disabled}
            value={values.justification}
            onChange={({ target }) => onChange({ justification: target.value })}
          />
        )}
      </Field>
      <Field label={texts.trip} className="sm:col-span-2">
        {(control) => (
          <Input
            {...control}
            name="trip"
            maxLength={claimFields.trip.max}
            autoComplete="off"
            disabled={disabled}
            value={values.trip}
            onChange={({ target }) => onChange({ trip: target.value })}
          />
        )}
      </Field>
      {asksVat(values) && (
        <AmountField
          label={texts.vat}
          name="vatAmount"
          hint={values.noReceipt ? vatMessages.withoutReceipt : texts.vatHint}
          disabled={disabled || values.noReceipt}
          value={values.vatAmount}
          error={errors.vatAmount}
          onChange={(vatAmount) => onChange({ vatAmount })}
        />
      )}
    </div>
  );
}
