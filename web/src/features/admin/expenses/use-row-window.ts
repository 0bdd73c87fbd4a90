import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useState } from 'react';

/** Lists up to this long are drawn whole: the browser's own search then finds everything in them. */
const WHOLE = 200;

/** Which rows of a long list are near the screen, and how much room the others take; all in pixels. */
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
    overscan: 4,
    // Rows come with the next frame: drawing them within the scroll event would hold it up.
    useFlushSync: false,
    scrollMargin: top,
  });
  const items = isLong ? virtualizer.getVirtualItems() : rows.map((_, index) => ({ index }));
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  return {
    listRef,
    near: items.flatMap(({ index }) => {
      const row = rows[index];
      return row === undefined ? [] : [{ row, index }];
    }),
    before: first * rowHeight,
    after: (rows.length - 1 - last) * rowHeight,
  };
}
