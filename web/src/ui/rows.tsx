import { useDeferredValue, type ReactNode } from 'react';
import { lazyPart } from './lazy-part';

const LongRows = lazyPart(
  () => import('./long-rows'),
  (props) => <FirstRows {...props} count={screenful(props.height)} />,
) as <Item>(props: RowsProps<Item>) => ReactNode;

/** Lists up to this long are drawn whole: the browser's own search then finds everything in them. */
const WHOLE = 200;

/** Where an element is told to, for its height or its place to be looked at. */
export type ElementRef = (element: HTMLElement | null) => void;

export interface BriefColumn<Item> {
  readonly name: string;
  readonly isFigure?: true;
  /** What tells, while the list passes by too fast to be read, where in it one is. */
  readonly brief?: (item: Item) => string | null;
}

export interface RowsProps<Item> {
  items: readonly Item[];
  /** Of a row, in pixels: of each one, or the usual one where rows are measured. */
  height: number;
  /** Rows that take `ref`, each as high as what is in it. */
  areMeasured?: true;
  row: (item: Item, index: number, ref?: ElementRef) => ReactNode;
  /** Those of a grid, where rows that pass by too fast to be read are drawn in brief. */
  columns?: readonly BriefColumn<Item>[];
  /** The room of rows that are not drawn, in pixels. */
  gap: (height: number, ref?: ElementRef) => ReactNode;
}

const isWhole = (items: readonly unknown[]) => items.length <= WHOLE;
/** What is drawn at once. */
const screenful = (height: number) => Math.ceil(window.innerHeight / height);

/**
 * What of a list that is drawn whole is below the screen is found there, but laid out when it comes in sight. For the
 * element around the rows.
 */
export const laidOutInSight = (items: readonly unknown[]) => isWhole(items) && '*:nth-[n+9]:[content-visibility:auto]';

/** All rows of a list; of a long one what of it is near the screen. */
export function Rows<Item>(props: RowsProps<Item>) {
  return isWhole(props.items) ? <WholeRows {...props} /> : <LongRows {...props} />;
}

/** A screenful at once, and then, without holding up what is done meanwhile, the rest. */
function WholeRows<Item>(props: RowsProps<Item>) {
  const drawn = useDeferredValue(props.items.length, 0);
  return <FirstRows {...props} count={Math.max(drawn, screenful(props.height))} />;
}

function FirstRows<Item>({ items, height, row, gap, count }: RowsProps<Item> & { count: number }) {
  const rest = items.length - count;
  return (
    <>
      {items.slice(0, count).map((item, index) => row(item, index))}
      {rest > 0 && gap(rest * height)}
    </>
  );
}
