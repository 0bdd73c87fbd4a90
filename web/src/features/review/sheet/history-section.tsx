import { useQuery } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { AuditTrail } from '#expense/audit-trail';
import { ProofPackButton } from '#expense/proof-pack-button';
import { historyQuery } from '#panel/queries';

export function HistorySection({ expense: { id, revision } }: { expense: ExpenseJson }) {
  const { data, error } = useQuery(historyQuery(id, revision));
  return (
    <div className="space-y-3">
      <AuditTrail entries={data} error={error} />
      <ProofPackButton of={{ expense: id }} />
    </div>
  );
}
