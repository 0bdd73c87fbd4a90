import type { ReactNode } from 'react';

type ElementRef = (element: HTMLElement | null) => void;

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
  areMeasured?: true;
  row: (item: Item, index: number, ref?: ElementRef) => ReactNode;
  /** The columns of a grid, whose rows are simplified during fast scrolling. */
  columns?: readonly BriefColumn<Item>[];
  /** A spacer of the given height, in pixels. */
  gap: (height: number, ref?: ElementRef) => ReactNode;
}
