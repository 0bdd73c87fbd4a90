import { Fragment, useDeferredValue, type CSSProperties, type ReactNode, type Ref } from 'react';
import { lazyPart } from './lazy-part';

interface Place {
  readonly index: number;
  /** For a row among many; null where all are rendered. */
  readonly start: number | null;
  /** Measures the row, where rows differ in height. */
  readonly ref?: Ref<HTMLElement>;
}

export interface RowsProps<Item> {
  as: 'tbody' | 'ul';
  'aria-label'?: string;
  items: readonly Item[];
  /** There are more rows on the server. */
  isPart: boolean;
  /** In pixels; an estimate where rows are measured. */
  height: number;
  row: (item: Item, place: Place) => ReactNode;
  /** Called with the first and last row on the screen; keep it the same. */
  onSeen: (first: number, last: number) => void;
}

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

export function placed(start: number | null): CSSProperties | undefined {
  return start === null
    ? undefined
    : { position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${start}px)` };
}
