import { useDeferredValue, type ReactNode } from 'react';
import { lazyPart } from './lazy-part';
import type { RowsProps } from './rows-props';

const LongRows = lazyPart(
  () => import('./long-rows'),
  (props) => <FirstRows {...props} count={screenful(props.height)} />,
) as <Item>(props: RowsProps<Item>) => ReactNode;

/** Lists up to this length are rendered in full, so that the browser's find works. */
const WHOLE = 200;

const isWhole = (items: readonly unknown[]) => items.length <= WHOLE;
const screenful = (height: number) => Math.ceil(window.innerHeight / height);

/** A class for the rows' container: off-screen rows skip layout but can be found. */
export const skipOffscreenLayout = (items: readonly unknown[]) =>
  isWhole(items) && '*:nth-[n+9]:[content-visibility:auto]';

export function Rows<Item>(props: RowsProps<Item>) {
  return isWhole(props.items) ? <WholeRows {...props} /> : <LongRows {...props} />;
}

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
