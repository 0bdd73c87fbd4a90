import { Glyph } from './glyph';
import { cn } from '#lib/cn';

export function Spinner({ className }: { className?: string }) {
  return <Glyph name="loader-circle" className={cn('size-4 animate-spin', className)} />;
}
