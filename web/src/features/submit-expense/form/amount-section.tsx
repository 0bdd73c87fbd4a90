import type { ClaimDetails } from '@outlay/contracts';
import { CURRENCIES, OTHER_CURRENCY, type ReimbursementCurrency } from '@outlay/rules';
import { useFormContext, useWatch } from 'react-hook-form';
import * as texts from '#strings/submit-expense';
import { Input, Select } from '#ui/controls';
import { Field } from '#ui/field';
import { CardPart } from '#ui/card';
import type { FieldErrors } from './form-problems';
import { amountsIn } from '#expense/amount-field';
import type { ClaimValues } from '#expense/claim-values';
import type { FormRate } from '#expense/use-fetched-rate';
import type { FieldNotes } from '../reading/use-reading';
import type { useOverride } from '../rate/use-override';
import { ClaimAmountField } from './claim-amount-field';
import { RateDisplay } from '../rate/rate-display';

export interface AmountSectionProps {
  errors: FieldErrors;
  notes: FieldNotes;
  claim: ClaimDetails;
  to: ReimbursementCurrency;
  rate: FormRate;
  overriding: ReturnType<typeof useOverride>;
  mayOverride: boolean;
}

export function AmountSection({ errors, notes, ...rateProps }: AmountSectionProps) {
  const { claim } = rateProps;
  const { register, control, setValue } = useFormContext<ClaimValues>();
  const currency = useWatch({ control, name: 'currency' });
  return (
    <CardPart title={texts.amountAndCurrency}>
      <div className="grid grid-cols-2 gap-4">
        <ClaimAmountField
          name="amount"
          label={texts.amount}
          hint={notes.amount}
          error={errors.amount}
          isMeant={amountsIn(claim.currency ?? '')}
        />
        <Field label={texts.currency} hint={notes.currency}>
          {(field) => (
            <Select {...field} required {...register('currency')}>
              {currency === '' && <option value="">{texts.chooseCurrency}</option>}
              {[...CURRENCIES, OTHER_CURRENCY].map((code) => (
                <option key={code}>{code}</option>
              ))}
            </Select>
          )}
        </Field>
        {currency === OTHER_CURRENCY && (
          <Field
            label={texts.currencyCode}
            error={errors.currencyOther}
            className="col-span-2 sm:col-span-1 sm:col-start-2"
          >
            {(field) => (
              <Input
                {...field}
                maxLength={3}
                placeholder={texts.currencyExample}
                autoCapitalize="characters"
                autoComplete="off"
                spellCheck={false}
                required
                {...register('currencyOther', {
                  onChange: ({ target }: { target: HTMLInputElement }) =>
                    setValue('currencyOther', target.value.toUpperCase()),
                })}
              />
            )}
          </Field>
        )}
      </div>
      <RateDisplay {...rateProps} />
    </CardPart>
  );
}
