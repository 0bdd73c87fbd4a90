import { lazy, Suspense, type ReactNode } from 'react';

const LongRows = lazy(() => import('./long-rows')) as <Item>(props: RowsProps<Item>) => ReactNode;

/** Lists up to this long are drawn whole: the browser's own search then finds everything in them. */
const WHOLE = 200;
/** What is drawn of a longer one until it is known how to draw the rest. */
const FIRST = 40;

/** Where an element is told to, for its height or its place to be looked at. */
export type ElementRef = (element: HTMLElement | null) => void;

export interface RowsProps<Item> {
  items: readonly Item[];
  /** Of a row, in pixels: of each one, or the usual one where rows take `ref` to be measured. */
  height: number;
  row: (item: Item, index: number, ref?: ElementRef) => ReactNode;
  /** The room of rows that are not drawn, in pixels. */
  gap: (height: number, ref?: ElementRef) => ReactNode;
}

export function Rows<Item>(props: RowsProps<Item>) {
  const { items, row } = props;
  if (items.length <= WHOLE) return items.map((item, index) => row(item, index));
  return (
    <Suspense fallback={items.slice(0, FIRST).map((item, index) => row(item, index))}>
      <LongRows {...props} />
    </Suspense>
  );
}
