import type { ReactNode } from 'react';

type ElementRef = (element: HTMLElement | null) => void;

export interface BriefColumn<Item> {
  readonly name: string;
  readonly isFigure?: true;
  readonly brief?: (item: Item) => string | null;
}

export interface RowsProps<Item> {
  items: readonly Item[];
  /** A row's height in pixels; an estimate if rows are measured. */
  height: number;
  areMeasured?: true;
  row: (item: Item, index: number, ref?: ElementRef) => ReactNode;
  columns?: readonly BriefColumn<Item>[];
  gap: (height: number, ref?: ElementRef) => ReactNode;
}
