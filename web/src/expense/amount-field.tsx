import {
  AMOUNT_DECIMALS,
  hasCents,
  isWhole,
  parseDecimal,
  readTypedNumber,
  roundHalfUp,
  type Decimal,
} from '@outlay/rules';
import { useEffect, useState, type Ref } from 'react';
import * as texts from '#strings/amount-field';
import { Input } from '#ui/controls';
import { Field, type FieldProps } from '#ui/field';
import { formatMoney } from './format';

export interface AmountFieldProps extends Omit<FieldProps, 'children'> {
  name?: string;
  /** The decimal that was understood; otherwise the typed text, which is no decimal. */
  value: string;
  onChange: (value: string) => void;
  /** Whether a value is possible here; decides between the two readings of `1,234`. */
  isMeant?: (value: Decimal) => boolean;
  /** How a value is shown; as money by default. */
  format?: (value: Decimal) => string;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  required?: boolean;
  disabled?: boolean;
}

/** The field of every amount and rate. A number is read as people write it, and shown as it was read if that differs. */
export function AmountField(props: AmountFieldProps) {
  const { name, value, onChange, isMeant, format = asMoney, onBlur, inputRef, required, disabled, ...field } = props;
  const [typed, setTyped] = useState(value);
  // A value that does not follow from the typed text comes from outside, such as a restored form.
  const text = understood(typed, isMeant) === value ? typed : value;
  const { value: read, either } = readTypedNumber(text, isMeant);
  const isPlain = read === null || parseDecimal(text.replace(/[.,]$/, '')) === read;

  // A text with two meanings can have a single one in another currency.
  const settled = understood(value, isMeant);
  useEffect(() => {
    if (settled !== value) onChange(settled);
  });

  return (
    <Field
      {...field}
      hint={isPlain ? field.hint : <span aria-live="polite">{texts.readAs(format(read))}</span>}
      error={either === null ? field.error : ambiguity(text, either)}
    >
      {(control) => (
        <Input
          {...control}
          ref={inputRef}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          required={required}
          disabled={disabled}
          value={text}
          onBlur={onBlur}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(understood(target.value, isMeant));
          }}
        />
      )}
    </Field>
  );
}

/** Whether an amount is possible in the currency: some have no cents. */
export function amountsIn(currency: string): (value: Decimal) => boolean {
  return (value) => hasCents(currency) || isWhole(value);
}

/** The decimal that a text means, as typed if it is one. An ambiguous text gets a comma, so that it is invalid. */
function understood(typed: string, isMeant: AmountFieldProps['isMeant']): string {
  const { value, either } = readTypedNumber(typed, isMeant);
  if (either !== null) return typed.replace('.', ',');
  return value === null || parseDecimal(typed) === value ? typed : value;
}

function ambiguity(typed: string, [whole, fraction]: readonly [Decimal, Decimal]): string {
  const [first, second] = [roundHalfUp(whole, AMOUNT_DECIMALS), roundHalfUp(fraction, AMOUNT_DECIMALS)];
  return texts.ambiguous(typed.trim(), whole, fraction, [first, second]);
}

const asMoney = (value: Decimal) => formatMoney(Number(value));
