import { InviteCard } from './invite-card';
import { InvitesSection } from './invites-section';
import { UsersSection } from './users-section';

/** What has its height from the start comes first, so that a list that arrives moves nothing one looks at. */
export default function UsersTab() {
  return (
    <div className="space-y-8">
      <InviteCard />
      <UsersSection />
      <InvitesSection />
    </div>
  );
}
