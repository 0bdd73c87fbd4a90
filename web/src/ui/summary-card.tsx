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
        'flex flex-col border-l-2 px-2.5 py-0.5 text-left hover:bg-sunken',
        pressed ? 'rounded-r-lg border-accent bg-accent-soft' : 'border-line',
      )}
    >
      <span className="flex w-full items-center gap-x-1.5 text-xs font-medium text-muted [&_svg]:size-3.5">
        {icon}
        {label}
        <span className="figures ml-auto pl-2 text-base/5 font-semibold text-ink">{count}</span>
      </span>
      <span className="flex w-full flex-wrap justify-between gap-x-2 text-[0.6875rem]/4 text-muted min-[90rem]:text-xs">
        {totals.map((total) => (
          <span key={total} className="figures block">
            {total}
          </span>
        ))}
      </span>
    </button>
  );
}
