import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useState } from 'react';

/** Lists up to this long are drawn whole: the browser's own search then finds everything in them. */
const WHOLE = 100;

/** Which rows of a long list are near the screen, and how much room the others take, in pixels. */
export function useRowWindow<Row>(rows: readonly Row[], rowHeight: number) {
  const [top, setTop] = useState(0);
  const listRef = useCallback((list: HTMLElement | null) => {
    if (list) setTop(list.getBoundingClientRect().top + window.scrollY);
  }, []);
  const isLong = rows.length > WHOLE;
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    enabled: isLong,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollMargin: top,
  });
  if (!isLong) {
    const near = rows.map((row, index) => ({ row, index }));
    return { listRef, isLong, measure: undefined, near, before: 0, after: 0 };
  }
  const items = virtualizer.getVirtualItems();
  return {
    listRef,
    isLong,
    measure: virtualizer.measureElement,
    near: items.flatMap(({ index }) => {
      const row = rows[index];
      return row === undefined ? [] : [{ row, index }];
    }),
    before: (items[0]?.start ?? top) - top,
    after: virtualizer.getTotalSize() - ((items.at(-1)?.end ?? top) - top),
  };
}
