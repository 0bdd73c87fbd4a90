import type { ReactNode } from 'react';
import { cn } from '#lib/cn';

export interface SummaryCardProps {
  label: string;
  count: ReactNode;
  totals: readonly string[];
  icon?: ReactNode;
  onClick?: () => void;
  pressed?: boolean;
}

export function SummaryCard({ label, count, totals, icon, onClick, pressed }: SummaryCardProps) {
  const content = (
    <>
      <span className="flex w-full items-baseline justify-between gap-2 sm:block">
        <span className="flex items-center justify-between gap-2 text-sm font-medium text-muted">
          {label}
          <span className="max-sm:hidden">{icon}</span>
        </span>
        <span className="figures text-xl font-semibold tracking-tight sm:mt-2 sm:block sm:text-2xl">{count}</span>
      </span>
      <span className="double-rule mt-auto block pt-1 pb-1">
        {totals.map((total) => (
          <span key={total} className="figures block text-sm text-muted">
            {total}
          </span>
        ))}
      </span>
    </>
  );
  const look = 'flex w-full flex-col rounded-xl border bg-surface p-3 text-left sm:p-4';
  if (!onClick) return <div className={cn(look, 'border-line')}>{content}</div>;
  return (
    <button
      type="button"
      onClick={onClick}
      aria-pressed={pressed}
      className={cn(
        look,
        'transition-colors hover:bg-sunken',
        pressed ? 'border-accent ring-1 ring-accent' : 'border-line',
      )}
    >
      {content}
    </button>
  );
}
