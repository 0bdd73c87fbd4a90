import { useQuery } from '@tanstack/react-query';
import { countOf, expenseSummary, type ChipFilter } from '#expense/expense-list';
import { ALL_EXPENSES } from '../queries';

/** The number of claims that a filter leaves. */
export function Count({ of }: { of: ChipFilter }) {
  const { data } = useQuery(expenseSummary(ALL_EXPENSES, of));
  if (!data) return null;
  return (
    <span className="ms-auto text-muted tabular-nums">
      {data.complete ? '' : '≥ '}
      {countOf(data)}
    </span>
  );
}
