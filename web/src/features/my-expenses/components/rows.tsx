import type { ExpenseJson } from '@outlay/contracts';
import { lazy, Suspense, type ReactNode } from 'react';

const LongRows = lazy(() => import('./long-rows'));

/** Lists up to this long are drawn whole: the browser's own search then finds everything in them. */
const WHOLE = 100;

export const isLong = (expenses: readonly ExpenseJson[]) => expenses.length > WHOLE;

/** Where a row tells its height. */
export type RowRef = ((row: HTMLElement | null) => void) | undefined;

export interface RowsProps {
  /** What the rows stand in; null before it is there. */
  list: HTMLElement | null;
  expenses: readonly ExpenseJson[];
  /** A row's usual height, in pixels. */
  height: number;
  row: (expense: ExpenseJson, index: number, ref: RowRef) => ReactNode;
  /** The room of rows that are not drawn, in pixels. */
  gap: (height: number) => ReactNode;
}

/** All rows of a short list; of a long one the first, and those near the screen once that is loaded. */
export function Rows(props: RowsProps) {
  const { list, expenses, row } = props;
  const first = expenses.slice(0, WHOLE).map((expense, index) => row(expense, index, undefined));
  if (!list || !isLong(expenses)) return first;
  return (
    <Suspense fallback={first}>
      <LongRows {...props} list={list} />
    </Suspense>
  );
}
