import { useQuery } from '@tanstack/react-query';
import { usersQuery } from '#panel/queries';
import { useMayAct } from '#panel/use-may-act';
import { InviteCard } from './invite-card';
import { InvitesSection } from './invites-section';
import { UsersSection } from './users-section';
import { WaitingSection } from './waiting-section';

/** The part of fixed height comes first, to avoid layout shift. */
export default function UsersTab() {
  const { isPending } = useQuery(usersQuery);
  const mayAct = useMayAct();
  return (
    <div className="space-y-8">
      {mayAct && <InviteCard />}
      <WaitingSection />
      <UsersSection />
      {/* Mounted at once to fetch the invites, but shown only once the users above have their final height. */}
      <div hidden={isPending}>
        <InvitesSection />
      </div>
    </div>
  );
}
