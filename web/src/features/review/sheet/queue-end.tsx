import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import * as texts from '#strings/review';
import { countOf, expenseSummary } from '#expense/expense-list';
import { ALL_EXPENSES } from '#panel/queries';

/** Says that nothing else waits for a decision, and what comes next. */
export function QueueEnd() {
  const { data } = useQuery(expenseSummary(ALL_EXPENSES, { status: 'approved' }));
  const approved = countOf(data) ?? 0;
  return (
    <>
      {texts.noneLeft}
      {approved > 0 && (
        <Link to="/admin" search={{ tab: 'payments' }} className="font-medium text-accent underline">
          {texts.approvedWait(approved)}
        </Link>
      )}
    </>
  );
}
