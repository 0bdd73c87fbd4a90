import { useQuery } from '@tanstack/react-query';
import { AuditTrail } from '#expense/audit-trail';
import { personHistoryQuery } from '#panel/queries';

/** What was done to and by the account. */
export function PersonHistory({ id }: { id: string }) {
  const { data, error } = useQuery(personHistoryQuery(id));
  return <AuditTrail entries={data} error={error} />;
}
