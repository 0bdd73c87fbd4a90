import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useState } from 'react';
import type { RowsProps } from './rows';

/** The rows near the screen, between the room of those above and below. */
export default function LongRows<Item>({ items, height, row, gap }: RowsProps<Item>) {
  const [top, setTop] = useState(0);
  const measureTop = useCallback((first: HTMLElement | null) => {
    if (first) setTop(first.getBoundingClientRect().top + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => height,
    overscan: 4,
    scrollMargin: top,
    // Rows come with the next frame: drawing them within the scroll event would hold it up.
    useFlushSync: false,
  });
  const near = virtualizer.getVirtualItems();
  const above = (near[0]?.start ?? top) - top;
  const below = virtualizer.getTotalSize() - ((near.at(-1)?.end ?? top) - top);
  return (
    <>
      {gap(above, measureTop)}
      {near.map(({ index }) => {
        const item = items[index];
        return item !== undefined && row(item, index, virtualizer.measureElement);
      })}
      {gap(below)}
    </>
  );
}
