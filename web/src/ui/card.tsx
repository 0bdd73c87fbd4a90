import type { ComponentProps } from 'react';
import { cn } from '#lib/cn';

export function Card({ className, ...props }: ComponentProps<'section'>) {
  return <section {...props} className={cn('rounded-xl border border-line bg-surface', className)} />;
}

export function CardTitle({ className, children, ...props }: ComponentProps<'h2'>) {
  return (
    <h2 {...props} className={cn('text-base font-semibold', className)}>
      {children}
    </h2>
  );
}
