import { useQuery } from '@tanstack/react-query';
import { usersQuery } from '#panel/queries';
import { InviteCard } from './invite-card';
import { InvitesSection } from './invites-section';
import { UsersSection } from './users-section';

/** What has its height from the start comes first, so that a list that arrives moves nothing one looks at. */
export default function UsersTab() {
  const { isPending } = useQuery(usersQuery);
  return (
    <div className="space-y-8">
      <InviteCard />
      <UsersSection />
      {/* Asked for at once, and in sight where it stays. */}
      <div hidden={isPending}>
        <InvitesSection />
      </div>
    </div>
  );
}
