import { Fragment, useDeferredValue, type ReactNode } from 'react';
import { useIsPrinted } from '#lib/use-media-query';
import { lazyPart } from './lazy-part';
import type { RowsProps } from './row-place';

/** Lists up to this length are rendered in full, so that the browser's find and print have all of them. */
const WHOLE = 200;
const FIRST = 20;

const VirtualRows = lazyPart(
  () => import('./virtual-rows'),
  (props) => <PlainRows {...props} most={FIRST} />,
) as <Item extends { id: string }>(props: RowsProps<Item>) => ReactNode;

export function Rows<Item extends { id: string }>(props: RowsProps<Item>) {
  const isPrinted = useIsPrinted();
  // All rows are rendered for print, because paper does not scroll.
  if (isPrinted) return <PlainRows {...props} most={Infinity} />;
  return props.isPart || props.items.length > WHOLE ? <VirtualRows {...props} /> : <PlainRows {...props} />;
}

function PlainRows<Item extends { id: string }>({ most = WHOLE, ...props }: RowsProps<Item> & { most?: number }) {
  const { as: Tag, items, height, row, 'aria-label': label } = props;
  const ready = useDeferredValue(items.length, FIRST);
  const count = most === Infinity ? items.length : Math.min(ready, most);
  return (
    <Tag
      aria-label={label}
      role={Tag === 'tbody' ? 'rowgroup' : undefined}
      className="block"
      // The content below the list must not move once all rows are there.
      style={count < items.length ? { minHeight: items.length * height } : undefined}
    >
      {items.slice(0, count).map((item, index) => (
        <Fragment key={item.id}>{row(item, { index, start: null })}</Fragment>
      ))}
    </Tag>
  );
}
