import { useQuery } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { AuditTrail } from '#expense/audit-trail';
import { historyQuery } from '#panel/queries';

export function HistorySection({ expense: { id, revision } }: { expense: ExpenseJson }) {
  const { data, error } = useQuery(historyQuery(id, revision));
  return <AuditTrail entries={data} error={error} />;
}
