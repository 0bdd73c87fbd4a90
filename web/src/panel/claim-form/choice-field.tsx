import { Select } from '#ui/controls';
import { Field, type FieldProps } from '#ui/field';

export interface ChoiceFieldProps extends Omit<FieldProps, 'children'> {
  name: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  /** The label of the empty option; no such option if undefined. */
  open?: string;
  required?: boolean;
  disabled?: boolean;
  onChange: (value: string) => void;
}

export function ChoiceField({ name, value, options, open, required, disabled, onChange, ...field }: ChoiceFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <Select
          {...control}
          name={name}
          required={required}
          disabled={disabled}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {open !== undefined && <option value="">{open}</option>}
          {options.map(([option, label]) => (
            <option key={option} value={option}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
