import { useQuery } from '@tanstack/react-query';
import type { InviteJson } from '@outlay/contracts';
import { ROLE_LABELS } from '@outlay/rules';
import * as texts from '#strings/users';
import { formatInstant } from '../../../expense/format';
import { Badge } from '../../../ui/badge';
import { CopyButton } from '../../../ui/copy-button';
import { EmptyState } from '../../../ui/empty-state';
import { SkeletonRows } from '../../../ui/skeleton';
import { Table, Td, Th } from '../../../ui/table';
import { invitesQuery } from '../api/invites';
import { inviteLink } from '../api/invites';
import { Unavailable } from '../components/unavailable';
import { inviteStatus, timeUntil } from './invite-status';

const LOOK = {
  used: { label: texts.used, tone: 'green' },
  expired: { label: texts.expired, tone: 'neutral' },
  pending: { label: texts.pending, tone: 'orange' },
} as const;

export function InvitesSection() {
  const invites = useQuery(invitesQuery);
  return (
    <div>
      <h2 className="mb-3 text-base font-semibold">{texts.invites}</h2>
      {invites.isPending && <SkeletonRows label={texts.invitesLoading} rows={3} />}
      {invites.isError && !invites.data && <Unavailable query={invites} />}
      {invites.data?.length === 0 && <EmptyState title={texts.noInvites} />}
      {invites.data && invites.data.length > 0 && <InviteTable invites={invites.data} now={invites.dataUpdatedAt} />}
    </div>
  );
}

function InviteTable({ invites, now }: { invites: readonly InviteJson[]; now: number }) {
  return (
    <Table aria-label={texts.invites}>
      <thead>
        <tr>
          <Th>{texts.email}</Th>
          <Th>{texts.role}</Th>
          <Th>{texts.token}</Th>
          <Th>{texts.expires}</Th>
          <Th>{texts.status}</Th>
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
      <Td>{invite.email || texts.anyone}</Td>
      <Td className="whitespace-nowrap">{ROLE_LABELS[invite.role]}</Td>
      <Td>
        <span className="flex items-center gap-2">
          <code title={invite.token} className="w-24 truncate font-mono text-xs">
            {invite.token}
          </code>
          {status === 'pending' && (
            <CopyButton
              size="sm"
              variant="ghost"
              label={texts.copyLink}
              aria-label={texts.copyLinkFor(invite.email)}
              text={inviteLink(invite.token)}
            />
          )}
        </span>
      </Td>
      <Td className="figures">
        {formatInstant(invite.expires_at)}
        {status === 'pending' && <span className="block text-xs text-muted">{timeUntil(invite.expires_at, now)}</span>}
      </Td>
      <Td>
        <Badge tone={LOOK[status].tone}>{LOOK[status].label}</Badge>
      </Td>
    </tr>
  );
}
