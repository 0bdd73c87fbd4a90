import type { ReactNode } from 'react';
import { cn } from '#lib/cn';

const TONES = {
  neutral: 'bg-draft-soft text-draft',
  orange: 'bg-submitted-soft text-submitted',
  green: 'bg-approved-soft text-approved',
  red: 'bg-rejected-soft text-rejected',
  teal: 'bg-paid-soft text-paid',
  pine: 'bg-accent-soft text-accent',
} as const;

export interface BadgeProps {
  tone?: keyof typeof TONES;
  icon?: ReactNode;
  title?: string;
  className?: string;
  children: ReactNode;
}

export function Badge({ tone = 'neutral', icon, title, className, children }: BadgeProps) {
  return (
    <span
      title={title}
      className={cn(
        'inline-flex h-6 items-center gap-1 rounded-full px-2 text-xs font-semibold whitespace-nowrap [&_svg]:size-3.5',
        TONES[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
