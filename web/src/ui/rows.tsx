import { Fragment, useDeferredValue, type ReactNode } from 'react';
import { lazyPart } from './lazy-part';
import type { RowsProps } from './row-place';

/** Lists up to this length are rendered in full, so that the browser's find and print have all of them. */
const WHOLE = 200;
const FIRST = 20;

const VirtualRows = lazyPart(
  () => import('./virtual-rows'),
  (props) => <PlainRows {...props} items={props.items.slice(0, FIRST)} />,
) as <Item extends { id: string }>(props: RowsProps<Item>) => ReactNode;

export function Rows<Item extends { id: string }>(props: RowsProps<Item>) {
  return props.isPart || props.items.length > WHOLE ? <VirtualRows {...props} /> : <PlainRows {...props} />;
}

function PlainRows<Item extends { id: string }>({ as: Tag, items, row, 'aria-label': label }: RowsProps<Item>) {
  const count = useDeferredValue(items.length, FIRST);
  return (
    <Tag aria-label={label} role={Tag === 'tbody' ? 'rowgroup' : undefined} className="block">
      {items.slice(0, Math.max(count, FIRST)).map((item, index) => (
        <Fragment key={item.id}>{row(item, { index, start: null })}</Fragment>
      ))}
    </Tag>
  );
}
