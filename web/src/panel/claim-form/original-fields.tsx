import { CURRENCIES, monthsBefore, OTHER_CURRENCY, type IsoDate } from '@outlay/rules';
import * as texts from '#strings/claim-fields';
import { AmountField, amountsIn } from '#expense/amount-field';
import { currencyOf, type ClaimValues } from '#expense/claim-values';
import { Input } from '#ui/controls';
import { Field } from '#ui/field';
import { ChoiceField } from './choice-field';
import type { FieldErrors } from './claim-problems';

export interface ClaimFieldsProps {
  values: ClaimValues;
  errors: FieldErrors;
  disabled?: boolean;
  onChange: (change: Partial<ClaimValues>) => void;
}

const CODES = [...CURRENCIES, OTHER_CURRENCY].map((code) => [code, code] as const);

export function OriginalFields(props: ClaimFieldsProps & { today: IsoDate }) {
  const { values, errors, disabled, onChange, today } = props;
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      <AmountField
        label={texts.amount}
        name="amount"
        required
        disabled={disabled}
        value={values.amount}
        error={errors.amount}
        isMeant={amountsIn(currencyOf(values))}
        onChange={(amount) => onChange({ amount })}
      />
      <ChoiceField
        label={texts.currency}
        name="currency"
        required
        disabled={disabled}
        value={values.currency}
        options={CODES}
        open={values.currency === '' ? texts.chooseCurrency : undefined}
        onChange={(currency) => onChange({ currency })}
      />
      {values.currency === OTHER_CURRENCY && (
        <Field label={texts.currencyCode} error={errors.currencyOther} className="col-span-2 sm:col-span-1">
          {(control) => (
            <Input
              {...control}
              name="currencyOther"
              maxLength={3}
              placeholder={texts.currencyExample}
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              required
              disabled={disabled}
              value={values.currencyOther}
              onChange={({ target }) => onChange({ currencyOther: target.value.toUpperCase() })}
            />
          )}
        </Field>
      )}
      <Field label={texts.date} error={errors.date} className="col-span-2 sm:col-span-1">
        {(control) => (
          <Input
            {...control}
            name="date"
            type="date"
            min={monthsBefore(today, 12)}
            max={today}
            required
            disabled={disabled}
            value={values.date}
            onChange={({ target }) => onChange({ date: target.value })}
          />
        )}
      </Field>
    </div>
  );
}
