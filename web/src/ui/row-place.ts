import type { CSSProperties, ReactNode, Ref } from 'react';

interface Place {
  readonly index: number;
  /** The place of a row among many; null where all rows are rendered. */
  readonly start: number | null;
  /** The ref measures the row, where rows differ in height. */
  readonly ref?: Ref<HTMLElement>;
}

export interface RowsProps<Item> {
  as: 'tbody' | 'ul';
  'aria-label'?: string;
  items: readonly Item[];
  /** There are more rows on the server. */
  isPart: boolean;
  /** The height in pixels; an estimate where rows are measured. */
  height: number;
  row: (item: Item, place: Place) => ReactNode;
  /** Called with the first and last row on the screen; keep it the same. */
  onSeen: (first: number, last: number) => void;
}

export function placed(start: number | null): CSSProperties | undefined {
  return start === null
    ? undefined
    : { position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${start}px)` };
}
