import { useQuery } from '@tanstack/react-query';
import type { InviteJson } from '@outlay/contracts';
import { ROLE_LABELS } from '@outlay/rules';
import { formatInstant } from '../../../expense/format';
import { Badge } from '../../../ui/badge';
import { CopyButton } from '../../../ui/copy-button';
import { EmptyState } from '../../../ui/empty-state';
import { SkeletonRows } from '../../../ui/skeleton';
import { Table, Td, Th } from '../../../ui/table';
import { invitesQuery } from '../api/admin-queries';
import { inviteLink } from '../api/invites';
import { Unavailable } from '../components/unavailable';
import { inviteStatus, timeUntil } from './invite-status';

const TONES = { Used: 'green', Expired: 'neutral', Pending: 'orange' } as const;

export function InvitesSection() {
  const invites = useQuery(invitesQuery);
  return (
    <div>
      <h2 className="mb-3 text-base font-semibold">Existing Invites</h2>
      {invites.isPending && <SkeletonRows label="Loading invites..." rows={3} />}
      {invites.isError && !invites.data && <Unavailable query={invites} />}
      {invites.data?.length === 0 && <EmptyState title="No invites yet" />}
      {invites.data && invites.data.length > 0 && <InviteTable invites={invites.data} now={invites.dataUpdatedAt} />}
    </div>
  );
}

function InviteTable({ invites, now }: { invites: readonly InviteJson[]; now: number }) {
  return (
    <Table aria-label="Existing Invites">
      <thead>
        <tr>
          <Th>Email</Th>
          <Th>Role</Th>
          <Th>Token</Th>
          <Th>Expires</Th>
          <Th>Status</Th>
        </tr>
      </thead>
      <tbody>
        {invites.map((invite) => (
          <InviteRow key={invite.id} invite={invite} now={now} />
        ))}
      </tbody>
    </Table>
  );
}

function InviteRow({ invite, now }: { invite: InviteJson; now: number }) {
  const status = inviteStatus(invite, now);
  return (
    <tr className="[&>td]:align-middle">
      <Td>{invite.email || 'Anyone with the link'}</Td>
      <Td className="whitespace-nowrap">{ROLE_LABELS[invite.role]}</Td>
      <Td>
        <span className="flex items-center gap-2">
          <code title={invite.token} className="w-24 truncate font-mono text-xs">
            {invite.token}
          </code>
          {status === 'Pending' && (
            <CopyButton
              size="sm"
              variant="ghost"
              label="Copy link"
              aria-label={`Copy link of the invite for ${invite.email}`}
              text={inviteLink(invite.token)}
            />
          )}
        </span>
      </Td>
      <Td className="figures">
        {formatInstant(invite.expires_at)}
        {status === 'Pending' && <span className="block text-xs text-muted">{timeUntil(invite.expires_at, now)}</span>}
      </Td>
      <Td>
        <Badge tone={TONES[status]}>{status}</Badge>
      </Td>
    </tr>
  );
}
