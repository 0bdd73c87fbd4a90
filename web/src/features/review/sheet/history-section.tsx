import { useQuery } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import type { Ref } from 'react';
import { AuditTrail } from '#expense/audit-trail';
import { ProofPackButton } from '#expense/proof-pack-button';
import { historyQuery } from '#panel/queries';
import { lazyPart } from '#ui/lazy-part';

const DecisionButton = lazyPart(() => import('#panel/decision/decision-button'));

interface HistorySectionProps {
  expense: ExpenseJson;
  ref: Ref<HTMLDivElement>;
}

export function HistorySection({ expense: { id, revision }, ref }: HistorySectionProps) {
  const query = useQuery(historyQuery(id, revision));
  const { data } = query;
  // An event may have several entries.
  const last = new Map(data?.map((entry) => [entry.revision, entry.id]));
  return (
    <div ref={ref} className="space-y-3">
      <AuditTrail
        entries={data}
        query={query}
        more={(entry) =>
          last.get(entry.revision) === entry.id && (
            <DecisionButton expense={id} revision={entry.revision} eventType={entry.event_type} />
          )
        }
      />
      <ProofPackButton of={{ expense: id }} />
    </div>
  );
}
