import { Input } from './controls';
import { Field, type FieldProps } from './field';

export interface WholeNumberFieldProps extends Omit<FieldProps, 'children'> {
  placeholder?: string;
  /** The typed text; `parseWholeNumber` reads it. */
  value: string;
  onChange: (value: string) => void;
}

/** A field of text, since the mouse wheel and the arrow keys change the number in a number field. */
export function WholeNumberField({ placeholder, value, onChange, ...field }: WholeNumberFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          autoComplete="off"
          placeholder={placeholder}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
