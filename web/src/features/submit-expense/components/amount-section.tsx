import { CURRENCIES, OTHER_CURRENCY, type ClaimDetails, type ReimbursementCurrency } from '@outlay/rules';
import { useFormContext, useWatch } from 'react-hook-form';
import { Card, CardTitle } from '../../../ui/card';
import { Input, Select } from '../../../ui/controls';
import { Field } from '../../../ui/field';
import type { FieldErrors } from '../form/form-problems';
import type { FormValues } from '../form/form-values';
import type { FormRate } from '../form/use-form-rate';
import type { useOverride } from '../form/use-override';
import { RateDisplay } from './rate-display';

export interface AmountSectionProps {
  errors: FieldErrors;
  claim: ClaimDetails;
  to: ReimbursementCurrency;
  rate: FormRate;
  overriding: ReturnType<typeof useOverride>;
  mayOverride: boolean;
}

export function AmountSection({ errors, ...rateProps }: AmountSectionProps) {
  const { register, control, setValue } = useFormContext<FormValues>();
  const currency = useWatch({ control, name: 'currency' });
  return (
    <Card className="p-5">
      <CardTitle>Amount &amp; Currency</CardTitle>
      <div className="mt-4 grid grid-cols-2 gap-4">
        <Field label="Amount" error={errors.amount}>
          {(field) => (
            <Input
              {...field}
              type="number"
              inputMode="decimal"
              step="0.01"
              min="0"
              required
              // A wheel turned over a number in focus would change it unseen.
              onWheel={(event) => event.currentTarget.blur()}
              {...register('amount')}
            />
          )}
        </Field>
        <Field label="Currency">
          {(field) => (
            <Select {...field} required {...register('currency')}>
              {currency === '' && <option value="">Choose a currency</option>}
              {[...CURRENCIES, OTHER_CURRENCY].map((code) => (
                <option key={code}>{code}</option>
              ))}
            </Select>
          )}
        </Field>
        {currency === OTHER_CURRENCY && (
          <Field label="Currency code" error={errors.currencyOther} className="col-span-2 sm:col-span-1 sm:col-start-2">
            {(field) => (
              <Input
                {...field}
                maxLength={3}
                placeholder="3 letters, e.g. JPY"
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
    </Card>
  );
}
