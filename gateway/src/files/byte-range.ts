import parseRange, { type Range } from 'range-parser';

/** Both ends inclusive (RFC 9110 §14). Null means the whole file: no header, an unknown unit or several ranges. */
export function byteRange(header: string | undefined, size: number): Range | null | 'unsatisfiable' {
  // A suffix longer than the file means the whole file (RFC 9110 §14.1.2); range-parser would call it unsatisfiable.
  const bounded = header?.replace(/^bytes=-(\d+)$/, (_, suffix: string) => `bytes=-${Math.min(Number(suffix), size)}`);
  const ranges = bounded?.startsWith('bytes=') ? parseRange(size, bounded) : -2;
  if (ranges === -1) return 'unsatisfiable';
  const [range, ...others] = ranges === -2 ? [] : ranges;
  return range && others.length === 0 ? range : null;
}
