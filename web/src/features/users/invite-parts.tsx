import type { InviteJson } from '@outlay/contracts';
import * as texts from '#strings/users';
import { formatInstant } from '#expense/format';
import { Badge } from '#ui/badge';
import { CopyButton } from '#ui/copy-button';
import { inviteLink } from './invites';
import { isOpen, inviteStatus, timeUntil } from './invite-status';
import { RevokeInvite } from './revoke-invite';

export interface InviteListProps {
  invites: readonly InviteJson[];
  /** In milliseconds since the epoch. */
  now: number;
}

export interface InvitePartProps {
  invite: InviteJson;
  now: number;
}

const LOOK = {
  used: { label: texts.used, tone: 'green' },
  expired: { label: texts.expired, tone: 'neutral' },
  pending: { label: texts.pending, tone: 'orange' },
  waiting: { label: texts.unconfirmed, tone: 'orange' },
  refused: { label: texts.inviteRefused, tone: 'neutral' },
  withdrawn: { label: texts.inviteWithdrawn, tone: 'neutral' },
  revoked: { label: texts.inviteRevoked, tone: 'neutral' },
  maker_gone: { label: texts.inviteEnded, tone: 'neutral' },
} as const;

/** The status, and why the invite has ended before it was used. */
export function InviteBadge({ invite, now }: InvitePartProps) {
  const status = inviteStatus(invite, now);
  const { label, tone } = LOOK[status];
  const by = invite.ended?.by_email ?? '';
  const why =
    status === 'revoked' ? texts.inviteRevokedBy(by) : status === 'maker_gone' ? texts.inviteMakerGone(by) : null;
  return (
    <span className="inline-flex flex-col items-start gap-0.5">
      <Badge tone={tone}>{label}</Badge>
      {why !== null && <span className="text-xs wrap-anywhere text-muted">{why}</span>}
    </span>
  );
}

export function InviteToken({ invite, now }: InvitePartProps) {
  // The server keeps the codes from auditors.
  if (invite.token === '') return null;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <code title={invite.token} className="w-24 truncate font-mono text-xs">
        {invite.token}
      </code>
      {isOpen(inviteStatus(invite, now)) && (
        <>
          <CopyButton
            size="sm"
            variant="ghost"
            label={texts.copyLink}
            aria-label={texts.copyLinkFor(invite.email || texts.anyone)}
            text={inviteLink(invite)}
          />
          <RevokeInvite invite={invite} />
        </>
      )}
    </span>
  );
}

export function InviteExpiry({ invite, now }: InvitePartProps) {
  return (
    <>
      {formatInstant(invite.expires_at)}
      {isOpen(inviteStatus(invite, now)) && (
        <span className="block text-xs text-muted">{timeUntil(invite.expires_at, now)}</span>
      )}
    </>
  );
}
