import { useController } from 'react-hook-form';
import { AmountField, type AmountFieldProps } from '#expense/amount-field';
import type { ClaimValues } from '#expense/claim-values';

export type ClaimAmountFieldProps = Omit<AmountFieldProps, 'name' | 'value' | 'onChange'> & {
  name: 'amount' | 'vatAmount';
};

/** An amount of the claim, which is required. */
export function ClaimAmountField({ name, ...props }: ClaimAmountFieldProps) {
  const { field } = useController<ClaimValues, typeof name>({ name });
  const { ref, value, onChange, onBlur } = field;
  return (
    <AmountField {...props} required name={name} inputRef={ref} value={value} onChange={onChange} onBlur={onBlur} />
  );
}
