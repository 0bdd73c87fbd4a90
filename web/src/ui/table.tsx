import type { ComponentProps } from 'react';
import { cn } from '#lib/cn';

export function Table({
  className,
  'aria-label': label,
  ...props
}: ComponentProps<'table'> & { 'aria-label': string }) {
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      // The padding scrolls the focus out from behind sticky columns.
      className="@container scroll-pr-28 overflow-x-auto rounded-xl border border-line bg-surface"
    >
      <table {...props} aria-label={label} className={cn('w-full border-collapse text-sm', className)} />
    </div>
  );
}

export function Th({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...props}
      className={cn(
        'eyebrow border-b border-line bg-sunken px-3 py-2.5 text-left whitespace-nowrap @max-[24rem]:px-2',
        className,
      )}
    />
  );
}

export function Td({ className, ...props }: ComponentProps<'td'>) {
  return <td {...props} className={cn('border-t border-line px-3 py-2.5 align-top @max-[24rem]:px-2', className)} />;
}
