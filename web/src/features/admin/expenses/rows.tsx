import { lazy, Suspense, type ReactNode } from 'react';
import type { ListedExpense } from './select-expenses';

const LongRows = lazy(() => import('./long-rows'));

/** Lists up to this long are drawn whole: the browser's own search then finds everything in them. */
const WHOLE = 200;
/** What is drawn of a longer one until it is known how to draw the rest. */
const FIRST = 40;

export interface RowsProps {
  expenses: readonly ListedExpense[];
  /** Of every row, in pixels. */
  height: number;
  row: (expense: ListedExpense['expense'], index: number) => ReactNode;
  /** The room of rows that are not drawn, in pixels. */
  gap: (height: number, ref?: (element: HTMLElement | null) => void) => ReactNode;
}

export function Rows(props: RowsProps) {
  const { expenses, row } = props;
  if (expenses.length <= WHOLE) return expenses.map(({ expense }, index) => row(expense, index));
  return (
    <Suspense fallback={expenses.slice(0, FIRST).map(({ expense }, index) => row(expense, index))}>
      <LongRows {...props} />
    </Suspense>
  );
}
