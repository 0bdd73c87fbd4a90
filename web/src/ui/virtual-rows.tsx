import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type Ref } from 'react';
import type { RowsProps } from './row-place';

/** Renders the rows near the screen, each placed by itself. */
export default function VirtualRows<Item extends { id: string }>(props: RowsProps<Item>) {
  const { as: Tag, items, height, row, onSeen, 'aria-label': label } = props;
  const list = useRef<HTMLElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setScrollMargin(topOf(list.current));
    measure();
    // The page grows with what is above the list.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => height,
    getItemKey: (index) => items[index]?.id ?? index,
    // A frame of fast scrolling passes as many. More of them are work that each key of a search waits for.
    overscan: 3,
    scrollMargin,
    useFlushSync: false,
  });
  const [first = 0, last = 0] = [virtualizer.range?.startIndex, virtualizer.range?.endIndex];
  useEffect(() => onSeen(first, last), [onSeen, first, last]);
  return (
    <Tag
      aria-label={label}
      ref={list as Ref<never>}
      role={Tag === 'tbody' ? 'rowgroup' : undefined}
      className="relative block"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const item = items[index];
        return item && row(item, { index, start: start - scrollMargin, ref: virtualizer.measureElement });
      })}
    </Tag>
  );
}

function topOf(element: HTMLElement | null): number {
  return element ? element.offsetTop + topOf(element.offsetParent as HTMLElement | null) : 0;
}
