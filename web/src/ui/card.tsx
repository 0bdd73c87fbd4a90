import type { ComponentProps, ReactNode } from 'react';
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

/** A part of a card that has several, with its name. */
export function CardPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-2 text-xs font-semibold text-muted">{title}</h2>
      {children}
    </div>
  );
}
