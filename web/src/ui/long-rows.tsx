import { useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useState } from 'react';
import type { RowsProps } from './rows';

/** Rows come and go so many at a time: what a change costs the browser beside the rows is then spent once for all of them. */
const TOGETHER = 4;

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
    rangeExtractor,
    scrollMargin: top,
    // Rows come with the next frame: drawing them within the scroll event would hold it up.
    useFlushSync: false,
    // Otherwise it sets a timer, and takes back the last one, with every step.
    useScrollendEvent: true,
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

/** Those in sight and as many beyond as are wished, or a few more: so that both ends move on in the same step. */
function rangeExtractor({ startIndex, endIndex, overscan, count }: Range): number[] {
  const from = Math.max(0, Math.floor((startIndex - overscan) / TOGETHER) * TOGETHER);
  const wished = endIndex - startIndex + 1 + 2 * overscan;
  const length = (Math.ceil(wished / TOGETHER) + 1) * TOGETHER;
  return Array.from({ length: Math.min(length, count - from) }, (_, row) => from + row);
}
