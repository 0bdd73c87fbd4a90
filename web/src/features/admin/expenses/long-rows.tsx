import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useState } from 'react';
import type { RowsProps } from './rows';

/** The rows near the screen, between the room of those above and below. */
export default function LongRows({ expenses, height, row, gap }: RowsProps) {
  const [top, setTop] = useState(0);
  const measureTop = useCallback((first: HTMLElement | null) => {
    if (first) setTop(first.getBoundingClientRect().top + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: expenses.length,
    estimateSize: () => height,
    overscan: 4,
    scrollMargin: top,
    // Rows come with the next frame: drawing them within the scroll event would hold it up.
    useFlushSync: false,
  });
  const near = virtualizer.getVirtualItems().map(({ index }) => index);
  const above = near[0] ?? 0;
  const below = expenses.length - 1 - (near.at(-1) ?? -1);
  return (
    <>
      {gap(above * height, measureTop)}
      {near.map((index) => {
        const listed = expenses[index];
        return listed && row(listed.expense, index);
      })}
      {gap(below * height)}
    </>
  );
}
