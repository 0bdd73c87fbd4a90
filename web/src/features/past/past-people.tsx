import { ROLE_LABELS } from '@outlay/rules';
import { useQuery } from '@tanstack/react-query';
import * as pastTexts from '#strings/past';
import * as texts from '#strings/users';
import { formatInstant } from '#expense/format';
import { pastUsers } from '#panel/past-users';
import { UserList } from '#panel/user-list';
import { LoadFailure } from '#ui/load-failure';
import { Skeleton } from '#ui/skeleton';
import { Table, Td, Th } from '#ui/table';
import { pastInvites } from './past-queries';

export function PastPeople({ asOf }: { asOf: string }) {
  const users = useQuery(pastUsers(asOf));
  const invites = useQuery(pastInvites(asOf));
  const failed = [users, invites].find(({ error }) => error);
  if (failed) return <LoadFailure query={failed} fallback={pastTexts.failed} />;
  if (!users.data || !invites.data) return <Skeleton className="h-24" />;
  return (
    <div className="space-y-6">
      <UserList users={users.data} />
      <section>
        <h3 className="mb-2 font-semibold">{pastTexts.invites}</h3>
        <Table aria-label={pastTexts.invites}>
          <thead>
            <tr>
              <Th>{texts.email}</Th>
              <Th>{texts.role}</Th>
              <Th>{texts.expires}</Th>
            </tr>
          </thead>
          <tbody>
            {invites.data.map((invite) => (
              <tr key={invite.id}>
                <Td className="min-w-44 wrap-anywhere">{invite.email || texts.anyone}</Td>
                <Td className="whitespace-nowrap">{ROLE_LABELS[invite.role]}</Td>
                <Td className="figures">{formatInstant(invite.expires_at)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </section>
    </div>
  );
}
