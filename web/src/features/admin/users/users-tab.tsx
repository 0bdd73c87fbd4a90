import { InviteCard } from './invite-card';
import { InvitesSection } from './invites-section';
import { UsersSection } from './users-section';

export default function UsersTab() {
  return (
    <div className="space-y-8">
      <UsersSection />
      <InviteCard />
      <InvitesSection />
    </div>
  );
}
