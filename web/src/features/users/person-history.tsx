import { useQuery } from '@tanstack/react-query';
import * as texts from '#strings/users';
import { AuditTrail } from '#expense/audit-trail';
import { personHistoryQuery } from '#panel/queries';

/** Shows what was done to and by the account; then what the person accessed, which may be much more. */
export function PersonHistory({ id }: { id: string }) {
  const query = useQuery(personHistoryQuery(id));
  const { data } = query;
  const access = data?.filter(({ action }) => action === 'accessed') ?? [];
  return (
    <div className="space-y-6">
      <AuditTrail entries={data?.filter(({ action }) => action !== 'accessed')} query={query} />
      {access.length > 0 && <AuditTrail title={texts.access} entries={access} />}
    </div>
  );
}
