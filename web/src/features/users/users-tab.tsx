import { useQuery } from '@tanstack/react-query';
import { usersQuery } from '#panel/queries';
import { InviteCard } from './invite-card';
import { InvitesSection } from './invites-section';
import { UsersSection } from './users-section';

/** The part of fixed height comes first, to avoid layout shift. */
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
