import { Select } from '#ui/controls';
import { Field, type FieldProps } from '#ui/field';

export interface ChoiceFieldProps extends Omit<FieldProps, 'children'> {
  name: string;
  value: string;
  /** Each value with what it is called. */
  options: readonly (readonly [value: string, label: string])[];
  /** What stands for no choice, where none is one. */
  open?: string;
  required?: boolean;
  disabled?: boolean;
  onChange: (value: string) => void;
}

/** A native select with a label. */
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
