import { Input } from '#ui/controls';
import { Field, type FieldProps } from '#ui/field';

export interface MoneyFieldProps extends Omit<FieldProps, 'children'> {
  name: string;
  value: string;
  required?: boolean;
  disabled?: boolean;
  onChange: (value: string) => void;
}

export function MoneyField({ name, value, required, disabled, onChange, ...field }: MoneyFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <Input
          {...control}
          name={name}
          type="number"
          inputMode="decimal"
          step="0.01"
          min="0"
          required={required}
          disabled={disabled}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          // Scrolling must not change a focused number.
          onWheel={(event) => event.currentTarget.blur()}
        />
      )}
    </Field>
  );
}
