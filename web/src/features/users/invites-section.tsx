import { useQuery } from '@tanstack/react-query';
import * as texts from '#strings/users';
import { useMediaQuery } from '#lib/use-media-query';
import { EmptyState } from '#ui/empty-state';
import { SkeletonRows } from '#ui/skeleton';
import { invitesQuery } from './invites';
import { Unavailable } from '#panel/unavailable';
import { BELOW_TABLE } from '#panel/user-list';
import { InviteCards } from './invite-cards';
import { InviteTable } from './invite-table';
import { useNow } from '#lib/use-now';

export function InvitesSection() {
  const invites = useQuery(invitesQuery);
  const now = useNow();
  const List = useMediaQuery(BELOW_TABLE) ? InviteCards : InviteTable;
  return (
    <div>
      <h2 className="mb-3 text-base font-semibold">{texts.invites}</h2>
      {invites.isPending && <SkeletonRows label={texts.invitesLoading} rows={3} />}
      {invites.isError && !invites.data && <Unavailable query={invites} />}
      {invites.data?.length === 0 && <EmptyState title={texts.noInvites} />}
      {invites.data && invites.data.length > 0 && <List invites={invites.data} now={now} />}
    </div>
  );
}
