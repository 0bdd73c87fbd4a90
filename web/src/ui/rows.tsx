import { useDeferredValue, type ReactNode } from 'react';
import { lazyPart } from './lazy-part';

const LongRows = lazyPart(
  () => import('./long-rows'),
  (props) => <FirstRows {...props} count={screenful(props.height)} />,
) as <Item>(props: RowsProps<Item>) => ReactNode;

/** Lists up to this length are rendered in full, so that the browser's find works. */
const WHOLE = 200;

export type ElementRef = (element: HTMLElement | null) => void;

export interface BriefColumn<Item> {
  readonly name: string;
  readonly isFigure?: true;
  /** The text of a simplified row during fast scrolling. */
  readonly brief?: (item: Item) => string | null;
}

export interface RowsProps<Item> {
  items: readonly Item[];
  /** A row's height in pixels; an estimate if rows are measured. */
  height: number;
  /** Rows take `ref` and vary in height. */
  areMeasured?: true;
  row: (item: Item, index: number, ref?: ElementRef) => ReactNode;
  /** The columns of a grid, whose rows are simplified during fast scrolling. */
  columns?: readonly BriefColumn<Item>[];
  /** A spacer of the given height, in pixels. */
  gap: (height: number, ref?: ElementRef) => ReactNode;
}

const isWhole = (items: readonly unknown[]) => items.length <= WHOLE;
const screenful = (height: number) => Math.ceil(window.innerHeight / height);

/** A class for the rows' container: off-screen rows skip layout but can be found. */
export const laidOutInSight = (items: readonly unknown[]) => isWhole(items) && '*:nth-[n+9]:[content-visibility:auto]';

export function Rows<Item>(props: RowsProps<Item>) {
  return isWhole(props.items) ? <WholeRows {...props} /> : <LongRows {...props} />;
}

/** A screenful at once, then the remaining rows at low priority. */
function WholeRows<Item>(props: RowsProps<Item>) {
  const count = useDeferredValue(props.items.length, 0);
  return <FirstRows {...props} count={Math.max(count, screenful(props.height))} />;
}

function FirstRows<Item>({ items, height, row, gap, count }: RowsProps<Item> & { count: number }) {
  const remaining = items.length - count;
  return (
    <>
      {items.slice(0, count).map((item, index) => row(item, index))}
      {remaining > 0 && gap(remaining * height)}
    </>
  );
}
