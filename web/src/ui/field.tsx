import { useId, type ReactNode } from 'react';
import { cn } from '#lib/cn';

interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null;
  aside?: ReactNode;
  className?: string | undefined;
  /** The label is beside the control where there is room. */
  isInline?: boolean;
  children: (control: FieldControl) => ReactNode;
}

export function Field({ label, hint, error, aside, className, isInline, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={cn(isInline && 'md:flex md:items-center md:gap-2', className)}>
      <div className={cn('mb-1.5 flex items-baseline justify-between gap-3', isInline && 'md:mb-0')}>
        <label
          htmlFor={id}
          className={cn('text-sm font-medium', isInline && 'md:font-normal md:whitespace-nowrap md:text-muted')}
        >
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
