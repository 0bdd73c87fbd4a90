import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#lib/cn';

const control =
  'w-full rounded-lg border border-line-strong bg-surface px-3 text-base text-ink sm:text-sm ' +
  'placeholder:text-muted disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted ' +
  'aria-invalid:border-danger aria-invalid:outline-danger';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...props} className={cn(control, 'h-10', className)} />;
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea rows={3} {...props} className={cn(control, 'py-2', className)} />;
}

export function Select({ className, ...props }: ComponentProps<'select'>) {
  return <select {...props} className={cn(control, 'h-10 pr-8', className)} />;
}

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  children: ReactNode;
}

export function Checkbox({ children, className, ...props }: CheckboxProps) {
  return (
    <label className={cn('flex min-h-6 items-start gap-3 text-sm has-disabled:text-muted', className)}>
      <input {...props} type="checkbox" className="mt-0.5 size-5 shrink-0 accent-accent" />
      <span>{children}</span>
    </label>
  );
}
