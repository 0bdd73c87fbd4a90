import { InviteCard } from './invite-card';
import { InvitesSection } from './invites-section';
import { UsersSection } from './users-section';

export function UsersTab() {
  return (
    <div className="space-y-8">
      <UsersSection />
      <div className="grid items-start gap-6 xl:grid-cols-[22rem_minmax(0,1fr)]">
        <InviteCard />
        <InvitesSection />
      </div>
    </div>
  );
}
