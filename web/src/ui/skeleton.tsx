import { cn } from '#lib/cn';

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('animate-pulse rounded-md bg-sunken', className)} />;
}

/** The default fills a tall window: content below a list must not show before its rows, which would move it. */
export function SkeletonRows({ label, rows = 24 }: { label: string; rows?: number }) {
  return (
    <div role="status" className="space-y-2">
      <p className="text-sm text-muted">{label}</p>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </div>
  );
}
