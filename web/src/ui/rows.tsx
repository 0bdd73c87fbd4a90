import { Fragment, type CSSProperties, type ReactNode, type Ref } from 'react';
import { lazyPart } from './lazy-part';

export interface Place {
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
  /** In pixels; an estimate where rows are measured. */
  height: number;
  row: (item: Item, place: Place) => ReactNode;
  /** Called with the first and last row on the screen; keep it the same. */
  onSeen: (first: number, last: number) => void;
}

/** Lists up to this length are rendered in full, so that the browser's find and print have all of them. */
const WHOLE = 50;

const VirtualRows = lazyPart(
  () => import('./virtual-rows'),
  (props) => <PlainRows {...props} items={props.items.slice(0, WHOLE / 2)} />,
) as <Item extends { id: string }>(props: RowsProps<Item>) => ReactNode;

export function Rows<Item extends { id: string }>(props: RowsProps<Item>) {
  return props.items.length > WHOLE ? <VirtualRows {...props} /> : <PlainRows {...props} />;
}

function PlainRows<Item extends { id: string }>({
  as: Tag,
  items,
  row,
  height: _,
  onSeen: __,
  ...props
}: RowsProps<Item>) {
  return (
    <Tag {...props} role={Tag === 'tbody' ? 'rowgroup' : undefined} className="block">
      {items.map((item, index) => (
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
