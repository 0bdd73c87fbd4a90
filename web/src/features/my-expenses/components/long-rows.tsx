import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';
import type { RowsProps } from './rows';

/** Only the rows near the screen, and the room of the others. */
export default function LongRows({ list, expenses, height, row, gap }: RowsProps & { list: HTMLElement }) {
  const [top] = useState(() => list.getBoundingClientRect().top + window.scrollY);
  const virtualizer = useWindowVirtualizer({
    count: expenses.length,
    estimateSize: () => height,
    overscan: 10,
    scrollMargin: top,
  });
  const items = virtualizer.getVirtualItems();
  const before = (items[0]?.start ?? top) - top;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? top) - top);
  return (
    <>
      {before > 0 && gap(before)}
      {items.map(({ index }) => {
        const expense = expenses[index];
        return expense && row(expense, index, virtualizer.measureElement);
      })}
      {after > 0 && gap(after)}
    </>
  );
}
