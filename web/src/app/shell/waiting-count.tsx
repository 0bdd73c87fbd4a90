import { useQuery } from '@tanstack/react-query';
import * as texts from '#strings/shell';
import { countOf, expenseSummary } from '#expense/expense-list';
import { useTitleCount } from '#ui/page-header';
import { ALL_EXPENSES } from '#panel/queries';

/** Others decide as well; the panel's own list follows the server closer. */
const REFRESH_MS = 60_000;

/** The number of submitted claims, in the sidebar and in the tab's title. */
export function WaitingCount() {
  const { data } = useQuery({
    ...expenseSummary(ALL_EXPENSES, { status: 'submitted' }),
    refetchInterval: REFRESH_MS,
  });
  const count = countOf(data) ?? 0;
  useTitleCount(count);
  if (count === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-on-brand px-1.5 text-xs leading-5 font-semibold text-brand figures icons:absolute icons:-top-1.5 icons:-right-1 icons:px-1 icons:text-[0.625rem] icons:leading-4">
      <span className="sr-only"> </span>
      {count}
      <span className="sr-only"> {texts.waiting}</span>
    </span>
  );
}
