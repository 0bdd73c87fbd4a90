import { observeWindowOffset, useWindowVirtualizer, type Range, type Virtualizer } from '@tanstack/react-virtual';
import { startTransition, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { BriefRows } from './brief-rows';
import type { RowsProps } from './rows-props';

/** Rows are added and removed in batches, since each change has a fixed cost. */
const TOGETHER = 4;
/** Rows rendered beyond the viewport, on either side. */
const AHEAD = 4;

type Report = (offset: number, isScrolling: boolean) => void;

interface Span {
  readonly from: number;
  readonly to: number;
}

export default function LongRows<Item>({ items, height, areMeasured, row, columns, gap }: RowsProps<Item>) {
  const [top, setTop] = useState(0);
  const measureTop = useCallback((first: HTMLElement | null) => {
    if (first) setTop(first.getBoundingClientRect().top + window.scrollY);
  }, []);
  /** During fast scrolling, the rows already rendered in full; others are simplified. */
  const [whole, setWhole] = useState<Span | null>(null);
  const drawn = useRef<Span>(null);
  const last = useRef({ offset: 0, step: 0, isPassing: false });

  function notePace(offset: number, isScrolling: boolean) {
    const step = Math.abs(offset - last.current.offset);
    // Two large steps in a row are fast scrolling; a single one is a jump.
    const isPassing = isScrolling && Math.min(step, last.current.step) > height;
    if (isPassing && !last.current.isPassing) setWhole(drawn.current);
    if (!isPassing && last.current.isPassing) startTransition(() => setWhole(null));
    last.current = { offset, step, isPassing };
  }

  const batch = TOGETHER * height;
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => height,
    // Corrections for measured rows need the exact offset; otherwise the overscan covers the rounded offset.
    ...(areMeasured ? { overscan: AHEAD, rangeExtractor } : { overscan: AHEAD + TOGETHER / 2 }),
    scrollMargin: top,
    // Rendering inside the scroll event would delay it.
    useFlushSync: false,
    observeElementOffset: (instance: Virtualizer<Window, Element>, report: Report) =>
      observeWindowOffset(instance, (offset, isScrolling) => {
        if (columns) notePace(offset, isScrolling);
        // Rounded, so that React does not render for every row.
        report(areMeasured ? offset : Math.round(offset / batch) * batch, isScrolling);
      }),
  });
  const near = virtualizer.getVirtualItems();
  const [from = 0, to = -1] = [near[0]?.index, near.at(-1)?.index];
  useEffect(() => {
    drawn.current = { from, to };
  }, [from, to]);
  const rows: ReactNode[] = [];
  let next = from;
  while (next <= to) {
    const item = items[next];
    if (!columns || !whole || (next >= whole.from && next <= whole.to)) {
      rows.push(item !== undefined && row(item, next, virtualizer.measureElement));
      next += 1;
    } else {
      const count = Math.min(TOGETHER, (next < whole.from ? whole.from : items.length) - next);
      rows.push(<BriefRows key={next} columns={columns} items={items} from={next} count={count} />);
      next += count;
    }
  }
  const above = (near[0]?.start ?? top) - top;
  // The last simplified batch may extend beyond the rendered range.
  const below = virtualizer.getTotalSize() - ((near.at(-1)?.end ?? top) - top) - (next - 1 - to) * height;
  return (
    <>
      {gap(above, measureTop)}
      {rows}
      {gap(below)}
    </>
  );
}

/** The visible rows and the overscan, extended so that both ends move in the same step. */
function rangeExtractor({ startIndex, endIndex, overscan, count }: Range): number[] {
  const from = Math.max(0, Math.floor((startIndex - overscan) / TOGETHER) * TOGETHER);
  const wished = endIndex - startIndex + 1 + 2 * overscan;
  const length = (Math.ceil(wished / TOGETHER) + 1) * TOGETHER;
  return Array.from({ length: Math.min(length, count - from) }, (_, row) => from + row);
}
