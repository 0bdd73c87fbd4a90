import type { ReactNode } from 'react';
import { cn } from '#lib/cn';

export interface SummaryCardProps {
  label: string;
  count: ReactNode;
  totals: readonly string[];
  icon: ReactNode;
  onClick: () => void;
  pressed: boolean;
}

export function SummaryCard({ label, count, totals, icon, onClick, pressed }: SummaryCardProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-pressed={pressed}
      className={cn(
        'flex flex-col rounded-xl border bg-surface px-3 py-2 text-left transition-colors hover:bg-sunken md:px-4 md:py-2',
        pressed ? 'border-accent ring-1 ring-accent' : 'border-line',
      )}
    >
      <span className="flex w-full flex-wrap items-center gap-x-2 text-sm font-medium text-muted">
        {icon}
        {label}
        <span className="figures ml-auto pl-2 text-xl font-semibold tracking-tight text-ink">{count}</span>
      </span>
      <span className="double-rule mt-auto flex w-full justify-between gap-x-3 pb-0.5 text-xs text-muted md:block">
        {totals.map((total) => (
          <span key={total} className="figures block">
            {total}
          </span>
        ))}
      </span>
    </button>
  );
}
